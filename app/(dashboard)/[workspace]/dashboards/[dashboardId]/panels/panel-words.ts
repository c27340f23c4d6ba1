import { FIGURE_LABELS } from "@/components/watches/watch-words";
import type { DashboardPanel } from "@/lib/api/contract/app/dashboards";
import type { PanelKind } from "@/lib/api/contract/app/panel-rules";
import { findGrouping } from "@/lib/calls/grouping";

export const KIND_LABELS: Readonly<Record<PanelKind, string>> = {
  number: "Number",
  lines: "Lines",
  bars: "Bars",
  heat: "Heat map",
  table: "Table",
  distribution: "Distribution",
  text: "Text",
};

/** Returns what a panel is called: its title, or else its measure. */
export function panelTitle({ title, kind, figure, score, by }: DashboardPanel): string {
  if (title !== "") return title;
  if (kind === "text") return "Text";
  const name = figure === "score" && score !== "" ? score : FIGURE_LABELS[figure];
  const isGrouped = by !== "" && kind !== "number" && kind !== "distribution";
  return isGrouped ? `${name} by ${findGrouping(by)?.label ?? by}` : name;
}
