import { payloadTexts } from "@/service/calls/call-payloads";
import { endPartOf, startPartOf } from "@/service/calls/written-parts";
import { InvalidRequestError } from "@/service/errors/service-errors";
import type { Handler } from "@/service/handlers/handler";

/** Stores calls that have ended, each as a start and an end. The path names the project of all of them. */
export const completeCalls: Handler<"calls.complete"> = async ({ params, body }, { calls, identity, bodyText }) => {
  const projectId = `${params.entity}/${params.project}`;
  const texts = payloadTexts(bodyText, "batch of calls");
  const parts = body.batch.flatMap((call, index) => {
    if (call.project_id !== projectId) {
      throw new InvalidRequestError(`batch.${index}.project_id is ${call.project_id}, but the path says ${projectId}.`);
    }
    const callTexts = texts[index] ?? new Map<string, string>();
    const start = startPartOf(call, callTexts, identity.userId, ["batch", index]);
    return [start, endPartOf({ ...call, id: start.id }, callTexts, ["batch", index])];
  });
  await calls.write(parts);
  return {};
};
