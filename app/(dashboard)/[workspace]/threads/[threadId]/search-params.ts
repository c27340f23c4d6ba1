import { parseAsBoolean, parseAsString } from "nuqs";
import { threadListParams } from "@/components/thread/list-params";

/** The selected turn, the text that is searched in the thread, and the list in which previous and next move. */
export const threadParams = {
  ...threadListParams,
  turn: parseAsString,
  find: parseAsString.withDefault(""),
  reasoning: parseAsBoolean.withDefault(true),
};
