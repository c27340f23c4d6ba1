/** Splits a list into lists of at most `size`. */
export function* chunksOf<Item>(items: readonly Item[], size: number): Generator<Item[], void, void> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

/** Maps the items one at a time, when they are requested. */
export function* mapAsync<From, To>(items: Iterable<From>, change: (item: From) => To): Generator<To, void, void> {
  for (const item of items) yield change(item);
}
