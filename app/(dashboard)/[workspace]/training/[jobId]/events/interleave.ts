/** An item that is inserted before a position of a list. */
export interface Insertion<Item> {
  readonly before: number;
  readonly item: Item;
}

interface Interleaved<Item> {
  readonly count: number;
  /** The inserted item at a position, or the index in the list. */
  readonly at: (index: number) => { readonly item: Item } | { readonly index: number };
}

/**
 * Returns a view of a long list with a few insertions, without copying the list.
 *
 * @param insertions in ascending order of positions
 */
export function interleave<Item>(count: number, insertions: readonly Insertion<Item>[]): Interleaved<Item> {
  const places = insertions.map(({ before, item }, order) => ({ place: before + order, item }));
  return {
    count: count + insertions.length,
    at: (index) => {
      let earlier = 0;
      for (const { place, item } of places) {
        if (place === index) return { item };
        if (place < index) earlier += 1;
      }
      return { index: index - earlier };
    },
  };
}
