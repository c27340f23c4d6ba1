import {
  createSerializer,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs";
import { parseAsSort } from "@/components/table/sort-param";

const groupFilters = ["all", "trainable", "exceptions"] as const;

export type GroupFilter = (typeof groupFilters)[number];

/** Everything that changes what the page shows stands in the address. */
export const rolloutParams = {
  /** What was sent: the data of the job unless it is named. */
  batch: parseAsString,
  group: parseAsInteger,
  trajectory: parseAsInteger,
  message: parseAsInteger,
  show: parseAsStringLiteral(groupFilters).withDefault("all"),
  sort: parseAsSort.withDefault({ field: "spread", direction: "desc" }),
  /** Words that messages are searched for. */
  find: parseAsString.withDefault(""),
  /** Whether tokens are tinted by their probability. */
  p: parseAsBoolean.withDefault(true),
  /** The two trajectories that are compared. */
  compare: parseAsArrayOf(parseAsInteger).withDefault([]),
};

/** The part of an address behind the path. */
export const rolloutSearch = createSerializer(rolloutParams);
