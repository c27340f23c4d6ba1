import { parseAsInteger, parseAsString } from "nuqs";
import { parseAsSource } from "@/components/source/source-param";
import { parseAsSort } from "@/components/table/sort-param";
import { DEFAULT_SORT } from "@/lib/thread/threads-request";

/** The parameters that select the listed threads: for the list, and for previous and next within it. */
export const threadListParams = {
  q: parseAsString.withDefault(""),
  /** Where the turns of the threads come from. A filter that names a source decides instead. */
  source: parseAsSource,
  sort: parseAsSort.withDefault(DEFAULT_SORT),
  /** The number of threads skipped before the first. */
  offset: parseAsInteger.withDefault(0),
  /** Maximum number of threads; all of them when absent. */
  limit: parseAsInteger,
};
