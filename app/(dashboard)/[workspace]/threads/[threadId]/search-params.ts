import { parseAsBoolean, parseAsString } from "nuqs";
import { threadListParams } from "@/components/thread/list-params";

/** The selected turn, and the list in which previous and next move. */
export const threadParams = {
  ...threadListParams,
  turn: parseAsString,
  reasoning: parseAsBoolean.withDefault(true),
};
