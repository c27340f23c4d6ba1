import { payloadTexts } from "@/service/traces/calls/call-payloads";
import { endPartOf } from "@/service/traces/calls/written-parts";
import type { Handler } from "@/service/traces/handlers/handler";

/** Stores the end of one call, whether or not its start has arrived. */
export const endCall: Handler<"call.end"> = async ({ body }, { calls, bodyText }) => {
  const [texts = new Map<string, string>()] = payloadTexts(bodyText, "end");
  await calls.write([endPartOf(body.end, texts, ["end"])]);
  return {};
};
