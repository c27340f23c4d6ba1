import { parseAsBoolean, parseAsString } from "nuqs";
import { threadListParams } from "@/components/thread/list-params";

/** All state that changes what the page shows is in the address. */
export const threadsParams = {
  ...threadListParams,
  thread: parseAsString,
  turn: parseAsString,
  scores: parseAsBoolean.withDefault(false),
  by: parseAsString.withDefault("none"),
};
