/** A list cut into lists of at most `size`. */
export function* chunksOf<Item>(items: readonly Item[], size: number): Generator<Item[], void, void> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}
