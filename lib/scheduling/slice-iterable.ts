interface TimeSliceOptions {
  /** Work between two pauses, in milliseconds. */
  readonly sliceMs: number;
  readonly now: () => number;
  /** Resolves when others have had their turn. */
  readonly pause: () => Promise<void>;
}

/** Hands on the same items, and lets others have their turn after each slice of work: a page stays usable. */
export async function* processInSlices<Item>(
  items: AsyncIterable<Item>,
  options: TimeSliceOptions,
): AsyncGenerator<Item> {
  const { sliceMs, now, pause } = options;
  let begunAt = now();
  for await (const item of items) {
    yield item;
    if (now() - begunAt < sliceMs) continue;
    await pause();
    begunAt = now();
  }
}
