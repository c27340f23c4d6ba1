/**
 * Begins a source before it is first read, so that its first item is made meanwhile. Whoever may not come to read it
 * must have another way to end it.
 */
export function startedNow<Item>(source: AsyncGenerator<Item>): AsyncGenerator<Item> {
  const first = source.next();
  // Its failure is seen by the reader; until then it must not be "unhandled".
  first.catch(() => undefined);
  return readOn(first, source);
}

async function* readOn<Item>(first: Promise<IteratorResult<Item>>, source: AsyncGenerator<Item>): AsyncGenerator<Item> {
  try {
    for (let step = await first; !step.done; step = await source.next()) yield step.value;
  } finally {
    await source.return(undefined);
  }
}
