/** Random tests show this seed in their titles. Set IHC_TEST_SEED to this seed to get the same values again. */
export const SEED = Number(process.env.IHC_TEST_SEED ?? Date.now() % 1_000_000);

/** Returns a source of random numbers from 0 to below 1. The same seed gives the same numbers (mulberry32). */
export function seededRandom(seed = SEED): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns a source of random integers from `least` to below `limit`. */
export function seededIntegers(seed = SEED): (least: number, limit: number) => number {
  const random = seededRandom(seed);
  return (least, limit) => least + Math.floor(random() * (limit - least));
}
