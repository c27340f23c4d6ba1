import type { DashboardContent, DashboardPanel } from "@/lib/api/contract/app/dashboards";
import { panelProblem } from "@/lib/api/contract/app/panel-rules";
import type { RequestOf } from "@/lib/api/contract/operations";
import { compileSelection } from "@/lib/calls/calls-query";
import { findGrouping } from "@/lib/calls/grouping";
import { joinQuery } from "@/lib/filter/query-text";
import { type ChosenVariables, variableTerms } from "./variables";

export type MeasuresBody = RequestOf<"measures.read">;

type Asked = MeasuresBody["measures"][number];

/** What a panel asks: its measure, and the query whose calls it counts; or why it asks nothing. */
interface PanelMeasure {
  /** The JSON text of what is asked: panels that ask the same share an answer. */
  readonly key: string | null;
  readonly asked: Asked | null;
  /** The whole query: of the dashboard, of the panel, and of the variables. */
  readonly query: string;
  readonly problem: string | null;
}

/** Returns the measure of a panel. */
export function panelMeasure(
  panel: DashboardPanel,
  { query: common }: Pick<DashboardContent, "query">,
  variables: ChosenVariables,
  projectId: string,
): PanelMeasure {
  const query = joinQuery([common, panel.query, ...variableTerms(variables)].filter((text) => text.trim() !== ""));
  const nothing = { key: null, asked: null, query };
  if (panel.kind === "text") return { ...nothing, problem: null };
  const refused = panelProblem(panel);
  if (refused) return { ...nothing, problem: refused.message };
  const { figure, score, by, windowSeconds, rootsOnly, kind } = panel;
  const grouping = by === "" ? null : findGrouping(by);
  if (by !== "" && grouping === null) return { ...nothing, problem: `Calls cannot be grouped by ${by}` };
  const selection = compileSelection({ projectId, query, areRootsOnly: rootsOnly, fromMs: null, toMs: null });
  const [problem] = selection.problems;
  if (problem) return { ...nothing, problem: `The filter cannot be read: ${problem.message}` };
  const asked: Asked = {
    measure: {
      figure,
      ...(figure === "score" ? { score } : {}),
      query_text: query,
      filter: selection.filter,
      query: selection.query ?? null,
      // Of numbers and distributions there is one.
      by: kind === "number" || kind === "distribution" ? null : (grouping?.by ?? null),
      window_seconds: windowSeconds,
    },
    with_previous: kind === "number",
    with_bins: kind === "distribution",
  };
  return { key: JSON.stringify(asked), asked, query, problem: null };
}

/** Returns the measures of all panels, each once. */
export function askedMeasures(panels: readonly Pick<PanelMeasure, "key" | "asked">[]): Asked[] {
  const byKey = new Map(panels.flatMap(({ key, asked }) => (key === null || asked === null ? [] : [[key, asked]])));
  return [...byKey.values()];
}
