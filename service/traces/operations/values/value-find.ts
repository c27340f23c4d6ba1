import type { ValueHit } from "@/lib/api/contract/values/values";
import type { Handler } from "@/service/traces/handlers/handler";
import { openSlice } from "@/service/traces/values/value-slice";

/** Maximum number of hits that are counted. */
const MAX_COUNTED_HITS = 10_000;

/** Finds text in a payload, in the order in which it is written. */
export const findInValue: Handler<"value.find"> = async ({ body }, context) => {
  const { value, slice } = await openSlice(context, body);
  const after = body.after ?? null;
  const hits: ValueHit[] = [];
  let last: number | null = null;
  let isMore = false;
  for await (const hit of value.find(slice, body.text, after)) {
    context.signal.throwIfAborted();
    if (hits.length === body.limit) {
      isMore = true;
      break;
    }
    const { next, path, ordinals, ...rest } = hit;
    last = next;
    hits.push({ ...rest, path: [...path], ordinals: [...ordinals] });
  }
  const total = after === null ? await value.countOf(slice, body.text, MAX_COUNTED_HITS) : null;
  return { hits, next: isMore ? last : null, total };
};
