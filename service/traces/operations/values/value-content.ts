import type { Handler } from "@/service/traces/handlers/handler";
import { openSlice } from "@/service/traces/values/value-slice";

/** Characters encoded at a time, at the pace of the client. */
const PIECE = 256 * 1024;

/** Returns the stored JSON text of a value. */
export const readContent: Handler<"value.content"> = async ({ body }, context) => {
  const { value, slice } = await openSlice(context, body);
  let at = slice.start;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const end = cutAtCharacter(value.text, Math.min(slice.end, at + PIECE));
      controller.enqueue(Buffer.from(value.text.slice(at, end), "utf8"));
      at = end;
      if (at >= slice.end) controller.close();
    },
  });
};

/** Returns a position that is not between the two units of one character. */
function cutAtCharacter(text: string, end: number): number {
  const code = text.charCodeAt(end - 1);
  return code >= 0xd800 && code < 0xdc00 ? end + 1 : end;
}
