import { deepStrictEqual } from 'node:assert/strict';
import type { Child } from './child.ts';
import { median, type Row } from './row.ts';
import { count, type Stage } from './stage.ts';

const SIZES = [200, 2_000, 20_000];
const QUICK_SIZES = [200, 2_000];
const AT_LEAST = 0.5;

interface Size {
  hotels: number;
  child: Child;
  perSecond: number[];
}

/**
 * Measures what a search costs when the number of hotels grows and the result stays the same. Only the search is
 * measured: no HTTP, no database.
 */
export async function benchGrowth(stage: Stage): Promise<Row[]> {
  const sizes: Size[] = (stage.pace.quick ? QUICK_SIZES : SIZES).map((hotels) => ({
    hotels,
    child: stage.child('growth-node.ts'),
    perSecond: [],
  }));
  const responses: string[] = [];
  for (const { hotels, child } of sizes) {
    stage.progress(`growth: building ${count(hotels)} hotels in memory`);
    responses.push(await child.ask<string>('build', hotels));
  }
  for (const response of responses)
    deepStrictEqual(response, responses[0], 'the result must not depend on hotels in other cities');
  for (let round = 1; round <= stage.pace.rounds; round += 1)
    for (const size of sizes) {
      size.perSecond.push(await size.child.ask<number>('measure', stage.pace.looks));
      stage.progress(
        `growth, round ${round}, ${count(size.hotels)} hotels: ${count(size.perSecond.at(-1)!)}/s`,
      );
    }
  await Promise.all(sizes.map(({ child }) => child.end()));
  return sizes.slice(1).map((size, index) => rowOf(sizes[index]!, size));
}

function rowOf(smaller: Size, larger: Size): Row {
  const [before, after] = [median(smaller.perSecond), median(larger.perSecond)];
  const share = after / before;
  return {
    work: `search of 25 hotels in memory, without HTTP, ${count(larger.hotels)} hotels in all`,
    against: `${count(smaller.hotels)} hotels in all, ${count(before)}/s`,
    measured: `${count(after)}/s`,
    ratio: `**${Math.round(share * 100)} %**`,
    atLeast: `${AT_LEAST * 100} %`,
    reached: share >= AT_LEAST,
    figures: { before, after, share },
  };
}
