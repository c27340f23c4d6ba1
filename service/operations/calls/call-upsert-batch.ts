import { payloadTexts } from "@/service/calls/call-payloads";
import { storedStartResults } from "@/service/calls/stored-start-results";
import { endPartOf, startPartOf } from "@/service/calls/written-parts";
import type { Handler } from "@/service/handlers/handler";
import type { CallPart } from "@/service/store/calls/call-parts";

/** Stores starts and ends of calls, all or none, in any order and of any projects that the key may use. */
export const upsertBatch: Handler<"call.upsertBatch"> = async ({ body }, { taskStore, calls, identity, bodyText }) => {
  const texts = payloadTexts(bodyText, "batch of requests");
  const parts = body.batch.map((item, index): CallPart => {
    const itemTexts = texts[index] ?? new Map<string, string>();
    return item.mode === "start"
      ? startPartOf(item.req.start, itemTexts, identity.userId, ["batch", index, "req", "start"])
      : endPartOf(item.req.end, itemTexts, ["batch", index, "req", "end"]);
  });
  await calls.write(parts);
  const starts = parts.filter((part) => part.part === "start");
  const asSent = body.batch.flatMap((item) => (item.mode === "start" ? [item.req.start] : []));
  const answers = (await storedStartResults(taskStore, identity, starts, asSent)).values();
  return { res: parts.map((part) => (part.part === "start" ? (answers.next().value ?? {}) : {})) };
};
