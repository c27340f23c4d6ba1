import { NotFoundError } from "@/service/kernel/errors/service-errors";

/** The list envelope of the interface. */
export type ListPage<Item> = {
  object: string;
  data: Item[];
  first_id: string;
  last_id: string;
  has_more: boolean;
};

/** Puts the items of a page into its envelope. `items` has one more than `limit` if there are more. */
export function listPage<Item extends { readonly id: string }>(items: readonly Item[], limit: number): ListPage<Item> {
  const data = items.slice(0, limit);
  return {
    object: "list",
    data,
    first_id: data[0]?.id ?? "",
    last_id: data.at(-1)?.id ?? "",
    has_more: items.length > limit,
  };
}

/** Normalizes a cursor: absent, null and empty mean the beginning. */
export function cursorOf(after: string | null | undefined): string | null {
  return after ? after : null;
}

/** An unknown cursor is refused: restarting the list would return items twice. */
export function unknownCursor(after: string): NotFoundError {
  return new NotFoundError(
    `No item with the id ${JSON.stringify(after.slice(0, 200))} in this list; after must be the id of one of its items.`,
  );
}
