import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { footprintState } from '../../../src/features/footprint/footprintState.js';
import { parseFromFootprintView, parseSavedFootprint, parseToFootprintView } from '../../../src/shared/footprintProtocol.js';

const key = { environment: 'Demo', collection: 'org', id: 'item-1' };

function item(geometry: unknown, more: object = {}): string {
  return JSON.stringify({ id: 'item-1', geometry, properties: { datetime: '2026-06-10T08:15:30Z', platform: 'Kestrel-1', 'x:status': 'COMMANDED' }, ...more });
}

describe('footprintState', () => {
  it('says in words what the picture shows', () => {
    const state = footprintState(key, item({ type: 'Polygon', coordinates: [[[179.9, -16, 10], [-179.9, -16, 10], [-179.9, -15.8, 30], [179.9, -15.8, 30], [179.9, -16, 10]]] }));
    expect(state).toMatchObject({
      kind: 'footprint',
      item: { key, title: 'item-1', subtitle: 'Kestrel-1 · COMMANDED · 2026-06-10 08:15:30 UTC' },
      notes: [],
      summary:
        'Footprint of item-1. Centre: 15.900° S, 180.000°. Extent: 179.900° E to 179.900° W, 16.000° S to 15.800° S. Area: 476 km². Size: 21.4 km × 22.2 km. ' +
        'Height: 10 m to 30 m, mean 18 m. Shape: 1 polygon, 5 positions; crosses the antimeridian.',
    });
  });

  it.each([
    ['no geometry', item(null), 'This item has no usable footprint: it has no geometry.'],
    ['swapped coordinates', item({ type: 'Point', coordinates: [10, 120] }), 'This item has no usable footprint: a latitude of 120.0000° lies beyond the pole. Longitude and latitude may be swapped.'],
    ['not JSON', '{"id":', 'This item has no usable footprint: the item is not a JSON object.'],
    ['a list', '[]', 'This item has no usable footprint: the item is not a JSON object.'],
  ])('%s is said', (_name, text, message) => {
    expect(footprintState(key, text)).toMatchObject({ kind: 'unusable', message });
  });

  it('every state passes the check of the view, whatever the item holds', () => {
    fc.assert(
      fc.property(fc.record({ environment: fc.string(), collection: fc.string(), id: fc.string({ unit: 'binary' }) }), fc.jsonValue(), fc.jsonValue(), (anyKey, geometry, properties) => {
        const state = footprintState(anyKey, JSON.stringify({ geometry, properties }));
        const message = structuredClone({ type: 'state', state });
        expect(parseToFootprintView(message)).toEqual(message);
      }),
    );
  });

  it('hostile texts are shown as they are, made visible and short', () => {
    const hostile = '<svg onload=alert(1)></script>\u2028\u202E$(error)' + 'x'.repeat(10_000);
    const state = footprintState({ ...key, id: hostile }, item({ type: 'Point', coordinates: [1, 2] }, { properties: { platform: hostile } }));
    expect(state.kind === 'footprint' && state.item.title.length).toBeLessThanOrEqual(200);
    expect(JSON.stringify([state.kind === 'footprint' && [state.item.title, state.item.subtitle, state.summary]])).not.toMatch(/[\u2028\u202E]/u);
  });
});

describe('messages', () => {
  it('anything that is no message is dropped', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        for (const parse of [parseFromFootprintView, parseToFootprintView, parseSavedFootprint]) {
          expect(parse(value)).toBeUndefined();
        }
      }),
    );
    expect(parseFromFootprintView({ type: 'openExternal', href: 'https://x' })).toBeUndefined();
    expect(parseFromFootprintView({ type: 'problem', what: 'script', detail: 'x'.repeat(5000) })).toBeUndefined();
    expect(parseSavedFootprint({ version: 2, key })).toBeUndefined();
  });

  it('only known members pass', () => {
    expect(parseFromFootprintView({ type: 'ready', command: 'x' })).toEqual({ type: 'ready' });
    expect(parseSavedFootprint({ version: 1, key: { ...key, token: 'x' }, token: 'x' })).toEqual({ version: 1, key });
  });

  it('a drawing with one wrong number does not pass', () => {
    const state = structuredClone(footprintState(key, item({ type: 'Point', coordinates: [1, 2] })));
    expect(parseToFootprintView({ type: 'state', state })).toBeDefined();
    for (const points of [[[1, NaN]], [[1, 91]], [[1]], [['1', 2]], 'x', [[1, 2, 3]]]) {
      expect(parseToFootprintView({ type: 'state', state: { ...state, drawing: { ...(state.kind === 'footprint' ? state.drawing : {}), points } } })).toBeUndefined();
    }
  });
});
