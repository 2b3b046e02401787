import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteBuffer } from '../../../src/core/byteBuffer.js';

describe('bytes that arrive in pieces', () => {
  it('are whole, whatever length was announced, and can be looked at before their end', () => {
    const announced = fc.oneof(fc.nat({ max: 200 }), fc.constantFrom(undefined, Number.NaN, -1, 1.5));
    fc.assert(fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), announced, (pieces, length) => {
      const buffer = new ByteBuffer(length);
      const sent: number[] = [];
      const earlier: (readonly [view: Uint8Array, bytes: readonly number[]])[] = [];
      for (const each of pieces) {
        buffer.add(each);
        sent.push(...each);
        earlier.push([buffer.soFar(), [...sent]]);
        expect([buffer.size, [...buffer.soFar()]]).toEqual([sent.length, sent]);
      }
      expect([...buffer.whole()]).toEqual(sent);
      expect(buffer.whole().buffer.byteLength).toBe(sent.length);
      earlier.forEach(([view, bytes]) => expect([...view]).toEqual(bytes));
    }));
  });

  it('are held once where their length was announced', () => {
    const buffer = new ByteBuffer(4);
    buffer.add(Uint8Array.of(1, 2));
    const first = buffer.soFar();
    buffer.add(Uint8Array.of(3, 4));
    expect([buffer.soFar().buffer, buffer.whole().buffer]).toEqual([first.buffer, first.buffer]);
    expect(buffer.whole().buffer).toBe(first.buffer);
  });
});
