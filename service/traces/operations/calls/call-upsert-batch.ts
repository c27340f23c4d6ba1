import { batchParts } from "@/service/traces/calls/batch-parts";
import { storedStartResults } from "@/service/traces/calls/stored-start-results";
import { writeParts } from "@/service/traces/calls/write-parts";
import { endPartOf, startPartOf } from "@/service/traces/calls/written-parts";
import type { Handler } from "@/service/traces/handlers/handler";

/**
 * Stores starts and ends of calls, in any order and of any projects that the key may use. None is stored where one is
 * not valid; when storing them fails, some may be stored, and sending them again stores the others.
 */
export const upsertBatch: Handler<"call.upsertBatch"> = async (
  { body },
  { taskStore, calls, identity, bodyText, signal },
) => {
  const { userId } = identity;
  const parts = await batchParts({
    ...{ items: body.batch, bodyText, userId, location: "batch of requests" },
    partsOf: (item, texts, index) => [
      item.mode === "start"
        ? startPartOf(item.req.start, texts, userId, ["batch", index, "req", "start"])
        : endPartOf(item.req.end, texts, ["batch", index, "req", "end"]),
    ],
  });
  await writeParts(calls, parts, { userId, signal });
  const starts = parts.filter((part) => part.part === "start");
  const asSent = body.batch.flatMap((item) => (item.mode === "start" ? [item.req.start] : []));
  const answers = (await storedStartResults(taskStore, identity, starts, asSent)).values();
  return { res: parts.map((part) => (part.part === "start" ? (answers.next().value ?? {}) : {})) };
};
