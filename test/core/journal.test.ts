import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recallBatches } from '../../src/desk/one-desk/read-journals.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ihc-recall-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const DATABASE = randomUUID();
const fail = (error: Error) => expect.fail(error.message);

/** Writes a file with `lines` lines of each batch. */
function write(process: string, file: number, ids: string[], lines = 1): void {
  const text = ids.flatMap((id, index) =>
    Array.from(
      { length: lines },
      (_, line) => `${JSON.stringify({ batch: { id, epoch: 3, number: index + 1 } })}\t${line}`,
    ),
  );
  const head = JSON.stringify({ database: DATABASE, process });
  writeFileSync(
    join(folder, `${process}-${String(file).padStart(6, '0')}.journal`),
    [head, ...text, ''].join('\n'),
  );
}
const ids = (count: number): string[] => Array.from({ length: count }, () => randomUUID());

describe('at its start, a process reads', () => {
  it('the last 64 batches of each process, oldest first, although the folder has more', async () => {
    const [one, other] = ids(2) as [string, string];
    const [first, second, third, few] = [ids(64), ids(40), ids(30), ids(5)];
    write(one, 1, first);
    write(one, 2, second);
    write(one, 10, third, 3);
    write(other, 1, few);
    const recalled = await recallBatches(folder, fail);
    const ofOne = recalled.filter(({ id }) => !few.includes(id));
    expect(ofOne.map(({ id }) => id)).toEqual([...second.slice(-34), ...third]);
    expect(recalled).toHaveLength(64 + few.length);
    expect(ofOne.at(-1)!.lines.map((line) => line.split('\t')[1])).toEqual(['0', '1', '2']);
    expect(ofOne[0]).toMatchObject({ database: DATABASE, epoch: 3, number: 7 });
  });

  it('the other files, when one cannot be read, and says so', async () => {
    const kept = ids(2);
    write(randomUUID(), 1, kept);
    mkdirSync(join(folder, `${randomUUID()}-000001.journal`));
    const errors: Error[] = [];
    const recalled = await recallBatches(folder, (error) => errors.push(error));
    expect(recalled.map(({ id }) => id)).toEqual(kept);
    expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining('EISDIR')]);
  });

  it('nothing, when the folder is a file, and says so', async () => {
    const errors: Error[] = [];
    writeFileSync(join(folder, 'file'), '');
    expect(await recallBatches(join(folder, 'file'), (error) => errors.push(error))).toEqual([]);
    expect(errors).toHaveLength(1);
    expect(await recallBatches(join(folder, 'none'), fail)).toEqual([]);
  });
});
