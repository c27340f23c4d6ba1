import { parseAsBoolean, parseAsString } from "nuqs";
import { columnParams } from "@/components/table/use-column-params";
import { threadListParams } from "@/components/thread/list-params";

/** All state that changes what the page shows is in the address. */
export const threadsParams = {
  ...threadListParams,
  thread: parseAsString,
  turn: parseAsString,
  ...columnParams,
  scores: parseAsBoolean.withDefault(false),
  by: parseAsString.withDefault("none"),
};
