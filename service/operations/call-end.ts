import type { Handler } from "@/service/http/handler";
import { endPartOf } from "@/service/operations/call-parts-in";
import { payloadTexts } from "@/service/operations/call-payloads";

/** Stores the end of one call, whether or not its start has come. */
export const endCall: Handler<"call.end"> = async ({ body }, { calls, bodyText }) => {
  const [texts = new Map<string, string>()] = payloadTexts(bodyText, "end");
  await calls.write([endPartOf(body.end, texts, ["end"])]);
  return {};
};
