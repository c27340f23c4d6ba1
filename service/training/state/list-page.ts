import { NotFoundError } from "@/service/errors/service-errors";

/** The list envelope of the interface. */
export type ListPage<Item> = {
  object: string;
  data: Item[];
  first_id: string;
  last_id: string;
  has_more: boolean;
};

/** Puts the items of a page into its envelope. `items` holds one more than `limit` where there are more. */
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

/** A cursor as it was sent: absent, null and empty mean the beginning. */
export function cursorOf(after: string | null | undefined): string | null {
  return after ? after : null;
}

/** A cursor that names nothing is refused: a list that began anew would be read twice. */
export function unknownCursor(after: string): NotFoundError {
  return new NotFoundError(
    `There is nothing with the id ${JSON.stringify(after.slice(0, 200))} in this list to go on after.`,
  );
}
