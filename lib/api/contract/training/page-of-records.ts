import { z } from "zod";
import { integer } from "@/lib/api/contract/scalars/scalars";

/** The page size of the interface's lists; it is in the address, where everything is text. */
export const pageLimit = z.coerce.number().int().min(1).max(100).default(20);

export const pageOrder = z.enum(["asc", "desc"]);

/** The same for lists that are requested with a body. */
export const pageRequest = {
  after: z.string().nullish().describe("Id of the last item of the previous page."),
  limit: integer.pipe(z.number().min(1).max(100)).default(20),
  order: pageOrder.default("desc").describe("By creation. Defaults to newest first."),
};

/** List envelope: a page of items in order; `last_id` is the next page's `after`. */
export function page<Item extends z.ZodType>(item: Item) {
  return z.looseObject({
    data: z.array(item),
    has_more: z.boolean(),
    object: z.string().default("list"),
    first_id: z.string().nullish().default(""),
    last_id: z.string().nullish().default(""),
  });
}
