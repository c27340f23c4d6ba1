import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import { batchParts } from "@/service/traces/calls/batch-parts";
import { writeParts } from "@/service/traces/calls/write-parts";
import { endPartOf, startPartOf } from "@/service/traces/calls/written-parts";
import type { Handler } from "@/service/traces/handlers/handler";

/** Stores calls that have ended, each as a start and an end. The path names the project of all of them. */
export const completeCalls: Handler<"calls.complete"> = async (
  { params, body },
  { calls, identity: { userId }, bodyText, signal },
) => {
  const projectId = `${params.entity}/${params.project}`;
  const parts = await batchParts({
    ...{ items: body.batch, bodyText, userId, location: "batch of calls" },
    partsOf: (call, texts, index) => {
      if (call.project_id !== projectId) {
        throw new InvalidRequestError(
          `batch.${index}.project_id is ${call.project_id}, but the path says ${projectId}.`,
        );
      }
      const start = startPartOf(call, texts, userId, ["batch", index]);
      return [start, endPartOf({ ...call, id: start.id }, texts, ["batch", index])];
    },
  });
  await writeParts(calls, parts, { userId, signal });
  return {};
};
