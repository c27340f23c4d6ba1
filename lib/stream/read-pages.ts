/** The loaded part of a list. */
export interface ReadList<Item> {
  readonly items: readonly Item[];
  /** There are more items after the limit. */
  readonly hasMore: boolean;
}

interface Page<Item> {
  readonly data: readonly Item[];
  readonly has_more: boolean;
  readonly last_id?: string | null | undefined;
}

/**
 * Reads the pages of a list one after the other, up to a limit.
 *
 * @param readPage requests the page after a cursor; null for the first one
 * @param most ends with the page that reaches this many items
 */
export async function readPages<Item extends { readonly id: string }>(
  readPage: (after: string | null) => Promise<Page<Item>>,
  most: number,
): Promise<ReadList<Item>> {
  const items: Item[] = [];
  let after: string | null = null;
  for (;;) {
    const page: Page<Item> = await readPage(after);
    items.push(...page.data);
    const last: string | null = page.data.at(-1)?.id ?? null;
    // A page without new items would be requested again and again.
    if (!page.has_more || last === null || last === after) return { items, hasMore: false };
    if (items.length >= most) return { items, hasMore: true };
    after = last;
  }
}
