interface TimeSliceOptions {
  /** Work between two pauses, in milliseconds. */
  readonly sliceMs: number;
  readonly now: () => number;
  /** Resolves when other work has had its turn. */
  readonly pause: () => Promise<void>;
}

/** Yields the same items, and pauses after each slice of work, so that the page stays usable. */
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
