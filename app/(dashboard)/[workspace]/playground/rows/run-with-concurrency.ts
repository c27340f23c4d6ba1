/** Runs tasks in order, up to a number at a time, until all have ended or the next one is not wanted any more. */
export async function runWithConcurrency(
  most: number,
  tasks: readonly (() => Promise<unknown>)[],
  isWanted: () => boolean,
): Promise<void> {
  const waiting = [...tasks];
  const work = async () => {
    for (let task = waiting.shift(); task && isWanted(); task = waiting.shift()) await task();
  };
  await Promise.all(Array.from({ length: Math.min(most, tasks.length) }, work));
}
