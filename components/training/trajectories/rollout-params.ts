import {
  createSerializer,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs";
import { parseAsSort } from "@/components/table/sort-param";
import { tokenSignals } from "@/lib/logprobs/token-signals";

const groupFilters = ["all", "trainable", "exceptions"] as const;

export type GroupFilter = (typeof groupFilters)[number];

/** Everything that changes the page is in the address. */
export const rolloutParams = {
  /** The batch to show; the job's own batch by default. */
  batch: parseAsString,
  group: parseAsInteger,
  trajectory: parseAsInteger,
  message: parseAsInteger,
  show: parseAsStringLiteral(groupFilters).withDefault("all"),
  sort: parseAsSort.withDefault({ field: "spread", direction: "desc" }),
  /** The search text for messages. */
  find: parseAsString.withDefault(""),
  /** True while tokens are colored. */
  p: parseAsBoolean.withDefault(true),
  /** The value that colors the tokens. */
  signal: parseAsStringLiteral(tokenSignals).withDefault("probability"),
  /** The id of the renderer that shows trajectories; messages by default. */
  renderer: parseAsString,
  /** The two trajectories that are compared. */
  compare: parseAsArrayOf(parseAsInteger).withDefault([]),
};

/** The search part of an address. */
export const rolloutSearch = createSerializer(rolloutParams);
