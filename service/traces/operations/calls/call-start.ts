import { payloadTexts } from "@/service/traces/calls/call-payloads";
import { storedStartResults } from "@/service/traces/calls/stored-start-results";
import { startPartOf } from "@/service/traces/calls/written-parts";
import type { Handler } from "@/service/traces/handlers/handler";

/** Stores the start of one call. */
export const startCall: Handler<"call.start"> = async ({ body }, { taskStore, calls, identity, bodyText }) => {
  const [texts = new Map<string, string>()] = payloadTexts(bodyText, "start");
  const part = startPartOf(body.start, texts, identity.userId, ["start"]);
  await calls.write([part]);
  const [answer] = await storedStartResults(taskStore, identity, [part], [body.start]);
  return answer ?? { id: part.id, trace_id: part.traceId };
};
