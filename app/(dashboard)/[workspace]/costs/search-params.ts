import {
  type inferParserType,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsFloat,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs";
import { spendGroupings } from "@/app/(dashboard)/[workspace]/costs/spend/prepare-spend";
import { parseAsSort } from "@/components/table/sort-param";
import { priceUnits } from "@/lib/format/price";
import type { Sort } from "@/lib/table/sort";

const DEFAULT_SORT: Sort = { field: "llm_id", direction: "asc" };
const DEFAULT_LIMIT = 200;

/** Everything that changes what the page shows stands in the address. */
export const costsParams = {
  view: parseAsStringLiteral(["prices", "spend"] as const).withDefault("prices"),
  /** What the spend is counted by. */
  by: parseAsStringLiteral(spendGroupings).withDefault("model"),
  /** Words in the name of a model or a provider. */
  q: parseAsString.withDefault(""),
  models: parseAsArrayOf(parseAsString).withDefault([]),
  providers: parseAsArrayOf(parseAsString).withDefault([]),
  /** A query expression as it was typed. */
  where: parseAsString.withDefault(""),
  superseded: parseAsStringLiteral(["shown", "hidden"] as const).withDefault("shown"),
  sort: parseAsSort.withDefault(DEFAULT_SORT),
  cols: parseAsArrayOf(parseAsString),
  limit: parseAsInteger.withDefault(DEFAULT_LIMIT),
  offset: parseAsInteger.withDefault(0),
  per: parseAsStringLiteral(priceUnits).withDefault("1M"),
  /** The record that is selected, by its id. */
  sel: parseAsString,
  /** What has most of the right side. */
  chart: parseAsStringLiteral(["map", "history"] as const).withDefault("map"),
  /** What stands under the history. */
  pane: parseAsStringLiteral(["what-if", "record"] as const).withDefault("what-if"),
  /** Figures of the what-if that a person changed. */
  "what-if-in": parseAsFloat,
  "what-if-out": parseAsFloat,
  "what-if-requests": parseAsFloat,
  "what-if-cached": parseAsFloat,
  /** A price that a person compares with, per token. */
  "what-if-prompt": parseAsFloat,
  "what-if-completion": parseAsFloat,
  /** The form for a new price is open, for this model; empty when it is still to be named. */
  new: parseAsString,
  /** The published prices of the models in use are offered. */
  published: parseAsBoolean.withDefault(false),
};

export type CostsParams = inferParserType<typeof costsParams>;

/** Changes some of the address; what a person looks at rather than asks for replaces the entry of the history. */
export type OnCostsParams = (params: Partial<CostsParams>, history?: "push" | "replace") => void;
