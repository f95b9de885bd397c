import { describe, expect, it } from 'vitest';
import { type ReportQuestion, WorkerReports } from './worker-reports.ts';

/** Workers that store the questions until the test sends a report. */
function workers(...numbers: number[]) {
  const asked: ReportQuestion[] = [];
  const all = numbers.map((worker) => ({ worker, send: (question: ReportQuestion) => asked.push(question) }));
  return { asked, all };
}
const reportOf = (id: number, name: string) => ({ kind: 'reported' as const, id, report: [{ name }] });

describe('reports of workers', () => {
  it('are collected from all of them', async () => {
    const reports = new WorkerReports();
    const { asked, all } = workers(1, 2);
    const collected = reports.ask('metrics', all);
    expect(asked.map(({ what }) => what)).toEqual(['metrics', 'metrics']);
    for (const worker of [2, 1]) reports.receive(worker, reportOf(asked[0]!.id, `of ${worker}`));
    expect([...(await collected)]).toEqual([
      [2, [{ name: 'of 2' }]],
      [1, [{ name: 'of 1' }]],
    ]);
  });

  it('of two questions at once are not mixed', async () => {
    const reports = new WorkerReports();
    const [first, second] = [workers(1), workers(1)];
    const one = reports.ask('metrics', first.all);
    const other = reports.ask('checks', second.all);
    reports.receive(1, reportOf(second.asked[0]!.id, 'second'));
    reports.receive(1, reportOf(first.asked[0]!.id, 'first'));
    expect([(await one).get(1), (await other).get(1)]).toEqual([[{ name: 'first' }], [{ name: 'second' }]]);
  });

  it('of a worker that has ended are not waited for, and late ones are dropped', async () => {
    const reports = new WorkerReports();
    const { asked, all } = workers(1, 2);
    const collected = reports.ask('checks', all);
    reports.receive(1, reportOf(asked[0]!.id, 'of 1'));
    reports.lose(2);
    expect([...(await collected).keys()]).toEqual([1]);
    reports.receive(2, reportOf(asked[0]!.id, 'late'));
    expect([...(await collected).keys()]).toEqual([1]);
  });

  it('of a worker that does not respond are left out', async () => {
    const reports = new WorkerReports();
    const { asked, all } = workers(1, 2);
    const collected = reports.ask('checks', all);
    reports.receive(2, reportOf(asked[0]!.id, 'of 2'));
    expect([...(await collected).keys()]).toEqual([2]);
  });

  it('of nobody come at once', async () => {
    expect((await new WorkerReports().ask('metrics', [])).size).toBe(0);
  });
});
