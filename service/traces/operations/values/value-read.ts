import { partOf } from "@/lib/json/scan/value-part";
import type { Handler } from "@/service/traces/handlers/handler";
import { RawJson } from "@/service/traces/handlers/raw-json";
import { openSlice } from "@/service/traces/values/value-slice";

/** Returns a window of a payload. Its text is cut out of the stored one, so digits stay as they were sent. */
export const readPart: Handler<"value.read"> = async ({ body }, context) => {
  const { value, slice } = await openSlice(context, body);
  const {
    text,
    omitted: leftOut,
    ...size
  } = partOf(value, slice, { from: body.from, to: body.to ?? null, maxLength: body.length });
  return new RawJson(`${JSON.stringify({ ...size, left_out: leftOut }).slice(0, -1)},"value":${text}}`);
};
