import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FrameReader, writeFrame } from './frames.ts';

type Received = [unknown, string][];

function read(chunks: Buffer[]): Received {
  const received: Received = [];
  const reader = new FrameReader((head, body) => received.push([head, body]));
  for (const chunk of chunks) reader.push(chunk);
  return received;
}

describe('frames', () => {
  it('arrive as they were sent, however the stream is cut', () => {
    const frame = fc.tuple(fc.object({ maxDepth: 1 }), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(fc.array(frame), fc.array(fc.nat(50)), (frames, cuts) => {
        const json = frames.map(([head, body]) => [JSON.parse(JSON.stringify(head)), body] as const);
        const bytes = Buffer.concat(json.map(([head, body]) => writeFrame(head, body)));
        const chunks: Buffer[] = [];
        let at = 0;
        for (const cut of cuts) {
          chunks.push(bytes.subarray(at, at + cut));
          at += cut;
        }
        chunks.push(bytes.subarray(at));
        expect(read(chunks)).toEqual(json.map(([head, body]) => [head, body.toWellFormed?.() ?? body]));
      }),
    );
  });

  it('carry Arabic, and a body of any size', () => {
    const body = 'زينب '.repeat(100_000);
    const frame = writeFrame({ name: 'كربلاء' }, body);
    expect(read([frame])).toEqual([[{ name: 'كربلاء' }, body]]);
    const pieces = Array.from({ length: Math.ceil(frame.length / 1_000) }, (_, at) =>
      frame.subarray(at * 1_000, (at + 1) * 1_000),
    );
    expect(read([...pieces, ...pieces])).toEqual([
      [{ name: 'كربلاء' }, body],
      [{ name: 'كربلاء' }, body],
    ]);
  });

  it('that cannot be frames are refused before they fill the memory', () => {
    expect(() => read([Buffer.from('GET / HTTP/1.1\r\n\r\n')])).toThrow('does not speak this protocol');
    const wrong = writeFrame({ a: 1 });
    wrong.writeUInt32BE(1_000, 4);
    expect(() => read([wrong])).toThrow('does not speak this protocol');
  });
});
