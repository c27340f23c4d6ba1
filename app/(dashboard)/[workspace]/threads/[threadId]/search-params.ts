import { parseAsBoolean, parseAsString } from "nuqs";
import { threadListParams } from "@/components/thread/list-params";

/** The turn that is looked at, and the list that previous and next walk through. */
export const threadParams = {
  ...threadListParams,
  turn: parseAsString,
  reasoning: parseAsBoolean.withDefault(true),
};
