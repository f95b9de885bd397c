/**
 * Returns true when the promise is fulfilled within the limit, and false otherwise. If the promise is rejected, the
 * result is rejected too.
 */
export async function within(limitMilliseconds: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMilliseconds);
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
