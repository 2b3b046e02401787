import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFromFootprintView, parseSavedFootprint, parseToFootprintView } from '../../../src/shared/footprintMessages.js';
import type { MapState } from '../../../src/shared/footprintProtocol.js';

const state: MapState = {
  kind: 'shown', subject: { kind: 'results' }, pinned: false, colours: 'one', revision: 1, subjectId: 1, title: 'a', subtitle: '', message: '', facts: [{ label: 'Area', value: '1' }], notes: ['x'],
  problems: [{ title: 'b', reason: 'c' }], summary: '', statuses: [{ label: 'd', colour: 'blue' }], platforms: [], chunks: [new Uint8Array(3)], box: [170, -10, -170, 10], chosen: [0], area: undefined, tiles: [],
};

describe('messages to the view', () => {
  it('a state passes whole, and with one wrong member not at all', () => {
    const passes = (more: object): boolean => parseToFootprintView({ type: 'state', state: { ...state, ...more } }) !== undefined;
    expect(parseToFootprintView({ type: 'state', state: { ...state, secret: 'x' } })).toEqual({ type: 'state', state });
    const wrong = [
      { kind: 'x' }, { subject: {} }, { subject: { kind: 'item', key: { id: 1 } } }, { pinned: 1 }, { colours: 'rainbow' }, { revision: -1 }, { subjectId: '1' }, { title: 1 }, { facts: [{}] }, { notes: [1] }, { problems: ['x'] },
      { statuses: [{ label: 'x', colour: 'url(x)' }] }, { chunks: [[1]] }, { box: [0, 0, 0] }, { box: [0, 91, 0, 91] }, { chosen: [-1] }, { area: 'x' }, { tiles: [{}] }, { summary: 'x'.repeat(5000) },
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

describe('messages from the view', () => {
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
    expect(parseSavedFootprint({ version: 1, results: true })).toBeUndefined();
    expect(parseSavedFootprint({ version: 2, subject: { kind: 'document', uri: 5 } })).toBeUndefined();
  });
});
