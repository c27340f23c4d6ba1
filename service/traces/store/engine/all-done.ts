/** Waits for all of them, also when one fails: none is still running afterwards. Rejects with the first failure. */
export async function allDone(running: readonly Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled(running);
  const failed = results.find((result) => result.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}
