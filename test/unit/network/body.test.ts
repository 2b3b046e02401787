import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BodyBuffer } from '../../../src/platform/network/body.js';

describe('a body that arrives in pieces', () => {
  it('is whole, whatever length was announced, and can be looked at before its end', () => {
    const announced = fc.oneof(fc.nat({ max: 200 }), fc.constantFrom(undefined, Number.NaN, -1, 1.5));
    fc.assert(fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), announced, (pieces, length) => {
      const body = new BodyBuffer(length);
      const sent: number[] = [];
      for (const piece of pieces) {
        body.add(piece);
        sent.push(...piece);
        expect(body.size).toBe(sent.length);
        expect([...body.bytes()]).toEqual(sent);
      }
    }));
  });

  it('is held once where its length was announced', () => {
    const body = new BodyBuffer(4);
    body.add(Uint8Array.of(1, 2));
    body.add(Uint8Array.of(3, 4));
    expect(body.bytes().buffer).toBe(body.bytes().buffer);
    expect(body.bytes().buffer.byteLength).toBe(4);
  });
});
