import { dayInBaghdad } from '../src/kernel/day.ts';
import { lookRequests } from './look-requests.ts';
import { median, type Row } from './row.ts';
import type { Stage } from './stage.ts';

const CONNECTIONS = 16;
const ROUNDS = 40;
const QUICK_ROUNDS = 6;
const WINDOW = { warmupMilliseconds: 50, milliseconds: 450 };
const WARMUP = { warmupMilliseconds: 2_000, milliseconds: 1_000 };
const AT_MOST = 0.02;

/**
 * Measures what metrics cost: processor time per request with and without counting, alternately in one process.
 * Processor time is used because, unlike requests per second, it does not depend on other work of the machine.
 */
export async function benchMetrics(stage: Stage): Promise<Row[]> {
  const world = await stage.endless();
  const node = stage.child('metered-node.ts');
  const port = await node.ask<number>('start', world.databaseUrl);
  const { availability } = await lookRequests(world, dayInBaghdad(new Date()));
  const { requests } = availability;
  await stage.runLoad({ port, connections: CONNECTIONS, requests }, WARMUP);
  const measure = async (isOn: boolean): Promise<number> => {
    await node.ask('meter', isOn);
    const before = await node.ask<number>('cpu');
    const { statuses } = await stage.runLoad({ port, connections: CONNECTIONS, requests }, WINDOW);
    return ((await node.ask<number>('cpu')) - before) / statuses['200']!;
  };
  const rounds = stage.pace.quick ? QUICK_ROUNDS : ROUNDS;
  const [on, off, control]: [number[], number[], number[]] = [[], [], []];
  const sides: [number[], boolean][] = [
    [on, true],
    [off, false],
    [control, false],
  ];
  for (let round = 0; round < rounds; round += 1) {
    for (const [results, isOn] of sides) results.push(await measure(isOn));
    // The order changes each round, because the side that runs first is often slower.
    sides.push(sides.shift()!);
  }
  const than = (one: number[]) => median(one.map((cpu, round) => cpu / off[round]!)) - 1;
  const [cost, noise] = [than(on), than(control)];
  const [with_, without] = [median(on), median(off)];
  stage.progress(
    `metrics: ${with_.toFixed(1)} µs with, ${without.toFixed(1)} µs without, of ${rounds} rounds`,
  );
  return [
    {
      work: `${availability.work}, processor time with metrics`,
      against: `without metrics, ${without.toFixed(1)} µs per request`,
      measured: `${with_.toFixed(1)} µs per request, of ${rounds} rounds`,
      ratio: `**${percent(cost)} more**; without metrics, measured twice: ${percent(noise)}`,
      atLeast: `at most ${AT_MOST * 100} % more`,
      reached: cost <= AT_MOST,
      figures: { with: with_, without, cost, noise },
    },
  ];
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
