import { parseAsInteger, parseAsString } from "nuqs";
import { parseAsSort } from "@/components/table/sort-param";
import { DEFAULT_SORT } from "@/lib/thread/threads-request";

/** Which threads are listed: of the list itself, and of the list that a thread's previous and next walk through. */
export const threadListParams = {
  q: parseAsString.withDefault(""),
  sort: parseAsSort.withDefault(DEFAULT_SORT),
  /** Threads that are skipped before the first. */
  offset: parseAsInteger.withDefault(0),
  /** Threads at most; all of them when absent. */
  limit: parseAsInteger,
};
