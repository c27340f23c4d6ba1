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
import { parseAsSource } from "@/components/source/source-param";
import { parseAsSort } from "@/components/table/sort-param";
import { priceUnits } from "@/lib/format/price";
import type { Sort } from "@/lib/table/sort";

const DEFAULT_SORT: Sort = { field: "llm_id", direction: "asc" };
const DEFAULT_LIMIT = 200;

/** All state that changes what the page shows is in the address. */
export const costsParams = {
  /** Absent: see {@link costsViewOf}. */
  view: parseAsStringLiteral(["spend", "prices", "budgets"] as const),
  /** The budget that a warning links to. */
  budget: parseAsString,
  /** The grouping of the spend. */
  by: parseAsStringLiteral(spendGroupings).withDefault("model"),
  /** Where the calls come from whose spend is shown. */
  source: parseAsSource,
  /** Search text for the name of a model or a provider. */
  q: parseAsString.withDefault(""),
  models: parseAsArrayOf(parseAsString).withDefault([]),
  providers: parseAsArrayOf(parseAsString).withDefault([]),
  /** A query expression as typed. */
  where: parseAsString.withDefault(""),
  superseded: parseAsStringLiteral(["shown", "hidden"] as const).withDefault("shown"),
  sort: parseAsSort.withDefault(DEFAULT_SORT),
  cols: parseAsArrayOf(parseAsString),
  limit: parseAsInteger.withDefault(DEFAULT_LIMIT),
  offset: parseAsInteger.withDefault(0),
  per: parseAsStringLiteral(priceUnits).withDefault("1M"),
  /** The id of the selected record. */
  sel: parseAsString,
  /** The enlarged part of the right side. */
  chart: parseAsStringLiteral(["map", "history"] as const).withDefault("map"),
  /** The tab under the history. */
  pane: parseAsStringLiteral(["what-if", "record"] as const).withDefault("what-if"),
  /** What-if figures that the user changed. */
  "what-if-in": parseAsFloat,
  "what-if-out": parseAsFloat,
  "what-if-requests": parseAsFloat,
  "what-if-cached": parseAsFloat,
  /** A custom price to compare with, per token. */
  "what-if-prompt": parseAsFloat,
  "what-if-completion": parseAsFloat,
  /** The form for a new price is open, for this model; empty when the model is not chosen yet. */
  new: parseAsString,
  /** The dialog that checks the figures of the time range is open. */
  audit: parseAsBoolean.withDefault(false),
  /** The dialog with published prices of the models in use is open. */
  published: parseAsBoolean.withDefault(false),
};

export type CostsParams = inferParserType<typeof costsParams>;

/**
 * Returns the view of an address: spend, unless it says something about prices, as addresses did before they named a view,
 * or the service has no statistics from which spend could be computed.
 */
export function costsViewOf(
  { view, by: _by, source: _source, audit: _audit, budget: _budget, ...ofPrices }: CostsParams,
  lacksSpend = false,
): "spend" | "prices" | "budgets" {
  if (view !== null) return view;
  if (lacksSpend) return "prices";
  const isChanged = Object.entries(costsParams).some(([name, parser]) => {
    const value: unknown = Object.hasOwn(ofPrices, name) ? ofPrices[name as keyof typeof ofPrices] : undefined;
    const usual: unknown = "defaultValue" in parser ? parser.defaultValue : null;
    return value !== undefined && JSON.stringify(value) !== JSON.stringify(usual);
  });
  return isChanged ? "prices" : "spend";
}

/** Changes a part of the address; changes of the view alone replace the history entry. */
export type OnCostsParams = (params: Partial<CostsParams>, history?: "push" | "replace") => void;
