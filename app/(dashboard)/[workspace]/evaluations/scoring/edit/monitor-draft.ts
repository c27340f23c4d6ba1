import { type DraftScorer, scorersOf } from "@/components/evaluation/setup/evaluation-draft";
import type { MonitorSettings, MonitorSettingsInput } from "@/lib/api/contract/monitors/monitors";
import { compileSelection } from "@/lib/calls/calls-query";
import type { QueryProblem } from "@/lib/filter/query-text";

/** A monitor while it is edited: its numbers are still text. */
export interface MonitorDraft {
  readonly name: string;
  readonly query: string;
  readonly areRootsOnly: boolean;
  readonly ratePercent: string;
  readonly scorers: readonly DraftScorer[];
  readonly maxCallsPerDay: string;
  readonly maxCostUsdPerDay: string;
}

export const NEW_MONITOR: MonitorDraft = {
  name: "",
  query: "",
  areRootsOnly: true,
  ratePercent: "10",
  scorers: [],
  maxCallsPerDay: "1000",
  maxCostUsdPerDay: "",
};

/** Returns the draft of a monitor that exists. */
export function draftOf(settings: MonitorSettings): MonitorDraft {
  return {
    name: settings.name,
    query: settings.query_text,
    areRootsOnly: settings.filter.trace_roots_only === true,
    ratePercent: String(settings.rate_percent),
    scorers: settings.scorers.map((scorer) =>
      scorer.kind === "json_schema" ? { ...scorer, schemaText: JSON.stringify(scorer.schema, null, 2) } : scorer,
    ),
    maxCallsPerDay: String(settings.max_calls_per_day),
    maxCostUsdPerDay: settings.max_cost_usd_per_day ? String(settings.max_cost_usd_per_day) : "",
  };
}

/** A text that is not a number stays text, which the service rejects at that field. */
const numberOf = (text: string): number => (text.trim() === "" ? Number.NaN : Number(text));

/** The settings of a draft, and the reasons why it cannot be saved. */
export interface ReadDraft {
  /** Null while a part is missing or cannot be read. */
  readonly settings: MonitorSettingsInput | null;
  readonly missing: readonly string[];
  /** Terms of the query that cannot be read. */
  readonly problems: readonly QueryProblem[];
}

/** Reads a draft. */
export function readMonitorDraft(draft: MonitorDraft, projectId: string): ReadDraft {
  const { query, areRootsOnly, name } = draft;
  const selection = compileSelection({ projectId, query, areRootsOnly, fromMs: null, toMs: null });
  const scorers = scorersOf(draft.scorers);
  const [rate, maxCalls, maxCost] = [draft.ratePercent, draft.maxCallsPerDay, draft.maxCostUsdPerDay].map(numberOf);
  const missing = [
    ...(name.trim() === "" ? ["a name"] : []),
    ...(draft.scorers.length === 0 ? ["a scorer"] : []),
    ...(scorers === null ? ["a JSON schema that can be read"] : []),
    ...(Number.isFinite(rate) ? [] : ["a rate"]),
    ...(Number.isFinite(maxCalls) ? [] : ["a number of calls a day"]),
    ...(draft.maxCostUsdPerDay.trim() === "" || Number.isFinite(maxCost) ? [] : ["a limit of money that is a number"]),
  ];
  const { problems } = selection;
  if (missing.length > 0 || problems.length > 0 || scorers === null || rate === undefined || maxCalls === undefined)
    return { settings: null, missing, problems };
  return {
    missing,
    problems,
    settings: {
      name: name.trim(),
      query_text: query,
      filter: selection.filter,
      query: selection.query ?? null,
      rate_percent: rate,
      scorers,
      max_calls_per_day: maxCalls,
      max_cost_usd_per_day: maxCost !== undefined && Number.isFinite(maxCost) ? maxCost : null,
    },
  };
}
