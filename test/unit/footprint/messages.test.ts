import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFromFootprintView, parseSavedFootprint, parseToFootprintView } from '../../../src/shared/footprintMessages.js';
import type { MapState } from '../../../src/shared/footprintProtocol.js';

const state: MapState = {
  kind: 'shown', environment: { label: 'PROD a', production: true }, subject: { kind: 'results' }, pinned: false, colours: 'one', revision: 1, subjectId: 1, title: 'a', subtitle: '', message: '', facts: [{ label: 'Area', value: '1' }], notes: ['x'],
  problems: [{ title: 'b', reason: 'c' }], summary: '', statuses: [{ label: 'd', colour: 'blue' }], platforms: [], chunks: [new Uint8Array(3)], box: [170, -10, -170, 10], chosen: [0], area: undefined, span: [-5, 5], tiles: [],
};

describe('S14: messages to the view', () => {
  it('a state passes whole, and with one wrong member not at all', () => {
    const passes = (more: object): boolean => parseToFootprintView({ type: 'state', state: { ...state, ...more } }) !== undefined;
    expect(parseToFootprintView({ type: 'state', state: { ...state, secret: 'x' } })).toEqual({ type: 'state', state });
    const wrong = [
      { kind: 'x' }, { subject: {} }, { subject: { kind: 'item', key: { id: 1 } } }, { pinned: 1 }, { colours: 'rainbow' }, { revision: -1 }, { subjectId: '1' }, { title: 1 }, { facts: [{}] }, { notes: [1] }, { problems: ['x'] },
      { statuses: [{ label: 'x', colour: 'url(x)' }] }, { chunks: [[1]] }, { box: [0, 0, 0] }, { box: [0, 91, 0, 91] }, { chosen: [-1] }, { area: 'x' }, { span: [5, -5] }, { span: [0, 0.5] }, { span: [0, 2 ** 40] }, { span: '1' }, { tiles: [{}] }, { summary: 'x'.repeat(5000) },
    ];
    expect(wrong.filter(passes)).toEqual([]);
  });

  it('anything else does not pass, and nothing throws', () => {
    fc.assert(fc.property(fc.oneof(fc.anything(), fc.record({ type: fc.constantFrom('state', 'more', 'choose', 'described', 'measured', 'said'), state: fc.anything(), places: fc.anything(), revision: fc.anything() })), (value) => {
      parseToFootprintView(value);
      parseSavedFootprint(value);
    }));
  });
});

describe('S14: messages from the view', () => {
  it('pass with whole places only, rebuilt', () => {
    for (const type of ['describe', 'open'] as const) {
      expect(parseFromFootprintView({ type, revision: 1, place: 0, command: 'x' })).toEqual({ type, revision: 1, place: 0 });
      for (const place of [-1, 0.5, NaN, '0', null, undefined, 2 ** 60]) {
        expect(parseFromFootprintView({ type, revision: 1, place })).toBeUndefined();
        expect(parseFromFootprintView({ type, revision: place, place: 0 })).toBeUndefined();
      }
    }
    expect(parseFromFootprintView({ type: 'select', revision: 1, places: [1, 'x'] })).toBeUndefined();
    expect(parseFromFootprintView({ type: 'select', revision: 1, places: Array.from({ length: 20_000 }, () => 1) })).toBeUndefined();
  });

  it('spans of time run forwards, in whole minutes', () => {
    const span = (value: unknown) => parseFromFootprintView({ type: 'brush', revision: 1, span: value });
    expect(span([1, 2])).toEqual({ type: 'brush', revision: 1, span: [1, 2] });
    expect(span(undefined)).toEqual({ type: 'brush', revision: 1, span: undefined });
    expect([[2, 1], [0, NaN], [1], [0, 1, 2], ['0', '1'], null].filter((value) => span(value) !== undefined)).toEqual([]);
  });

  it('pictures are base64 or plain shapes', () => {
    const picture = (format: string, data: string) => parseFromFootprintView({ type: 'picture', format, data }) !== undefined;
    const svg = (inside: string): string => `<svg xmlns="http://www.w3.org/2000/svg" width="1">${inside}</svg>\n`;
    expect([picture('png', 'QUJD'), picture('svg', svg('<g fill="#000000"><text x="1">a &lt;b onload=x&gt; href=</text></g><path d="M0 0Z"/>'))]).toEqual([true, true]);
    for (const inside of ['<script>1</script>', '<SCRIPT>1</SCRIPT>', '<g onload="x"/>', '<g\nONLOAD = "x"/>', '<a href="x">1</a>', '<g xlink:href="x"/>', '<g style="x"/>', '<rect fill="url(https://x)"/>', '<foreignObject/>', '<!-- x -->', '<?x?>', '<g']) {
      expect([inside, picture('svg', svg(inside))]).toEqual([inside, false]);
    }
    expect([picture('svg', 'x'), picture('png', svg('')), picture('svg', 'QUJD'), picture('gif', 'QUJD'), picture('svg', `<!DOCTYPE x>${svg('')}`)]).toEqual([false, false, false, false, false]);
  });

  it('areas lie on the earth', () => {
    const ring = [[0, 0], [1, 0], [1, 1], [0, 0]];
    const area = (value: unknown) => parseFromFootprintView({ type: 'area', what: 'search', area: value });
    expect(area({ kind: 'polygon', ring, x: 1 })).toEqual({ type: 'area', what: 'search', area: { kind: 'polygon', ring } });
    expect(area({ kind: 'box', box: [1, 2, 3, 4] })).toBeDefined();
    for (const wrong of [{ kind: 'circle' }, { kind: 'polygon', ring: [[0, 0]] }, { kind: 'polygon', ring: [[0, 0], [0, 91], [1, 1], [0, 0]] }, { kind: 'box', box: [0, 0, NaN, 1] }, { kind: 'box', box: [0, 0, 200, 1] }]) {
      expect(area(wrong)).toBeUndefined();
    }
  });

  it('anything else does not pass, and nothing throws', () => {
    fc.assert(fc.property(fc.oneof(fc.anything(), fc.record({ type: fc.constantFrom('ready', 'select', 'area', 'picture', 'problem', 'pin', 'colour'), area: fc.anything(), what: fc.anything(), data: fc.anything() })), (value) => {
      const message = parseFromFootprintView(value);
      expect(message === undefined || typeof message.type === 'string').toBe(true);
    }));
  });
});

describe('what the view keeps', () => {
  it('is read again, and nothing else', () => {
    const saved = { version: 2, subject: { kind: 'item', key: { environment: 'a', collection: 'b', id: 'c' } }, pinned: true, colours: 'age' };
    expect(parseSavedFootprint({ ...saved, more: 1 })).toEqual(saved);
    expect(parseSavedFootprint({ version: 2, subject: { kind: 'results' } })).toEqual({ version: 2, subject: { kind: 'results' }, pinned: false, colours: 'one' });
    const more = { place: { longitude: 10, latitude: -80, metres: 200 }, area: { kind: 'box', box: [170, -5, -170, 5] }, tiles: 'https://tiles.example.com/{z}/{x}/{y}.png' };
    expect(parseSavedFootprint({ ...saved, ...more })).toEqual({ ...saved, ...more });
    for (const wrong of [{ place: { longitude: 10, latitude: 91, metres: 1 } }, { place: { longitude: 10, latitude: 1, metres: 0 } }, { place: { longitude: NaN, latitude: 1, metres: 1 } }, { area: { kind: 'circle' } }, { tiles: 5 }]) {
      expect(parseSavedFootprint({ ...saved, ...wrong })).toEqual(saved);
    }
    expect(parseSavedFootprint({ version: 1, results: true })).toBeUndefined();
    expect(parseSavedFootprint({ version: 2, subject: { kind: 'document', uri: 5 } })).toBeUndefined();
  });
});
