/** Joins lists into one. The same lists return the same object, so that values derived from it stay cached. */
export function listJoiner<Item>(): (lists: readonly (readonly Item[])[]) => readonly Item[] {
  let last: readonly (readonly Item[])[] = [];
  let joined: readonly Item[] = [];
  return (lists) => {
    const isSame = lists.length === last.length && lists.every((list, at) => list === last[at]);
    if (isSame) return joined;
    last = lists;
    const [first] = lists;
    joined = first !== undefined && lists.length === 1 ? first : lists.flat();
    return joined;
  };
}
