import { parseAsString } from "nuqs";
import { threadListParams } from "@/components/thread/list-params";

/** Everything that changes what the page shows stands in the address. */
export const threadsParams = {
  ...threadListParams,
  thread: parseAsString,
  turn: parseAsString,
};
