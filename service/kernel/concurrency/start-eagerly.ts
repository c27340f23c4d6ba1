/** A source that has started. */
export interface EagerSource<Item> {
  /** Resolves when the first item is available, or the source has failed or ended without one. */
  readonly ready: Promise<void>;
  readonly items: AsyncGenerator<Item>;
}

/**
 * Starts a source before it is first read, so that its first item is prepared meanwhile. A caller that may never read
 * it needs another way to end it.
 */
export function startEagerly<Item>(source: AsyncGenerator<Item>): EagerSource<Item> {
  const first = source.next();
  const settled = () => undefined;
  // A failure is handled by the reader of the items; until then it must not be "unhandled".
  return { ready: first.then(settled, settled), items: readOn(first, source) };
}

async function* readOn<Item>(first: Promise<IteratorResult<Item>>, source: AsyncGenerator<Item>): AsyncGenerator<Item> {
  try {
    for (let step = await first; !step.done; step = await source.next()) yield step.value;
  } finally {
    await source.return(undefined);
  }
}
