import type { MeasuredFigure } from "@/lib/api/contract/measures/measured-figures";

/** The forms of a panel. */
export const PANEL_KINDS = ["number", "lines", "bars", "heat", "table", "distribution", "text"] as const;

export type PanelKind = (typeof PANEL_KINDS)[number];

/** Widths of a panel: a third, a half, or all of a row; a number takes half of that. */
export const PANEL_SIZES = ["S", "M", "L"] as const;

export type PanelSize = (typeof PANEL_SIZES)[number];

/** The panels of one dashboard: one request reads all of them. */
export const MAX_PANELS = 24;

/** Characters of a dashboard's name, of a panel's title, and of the text of a panel. */
export const MAX_DASHBOARD_NAME_LENGTH = 80;
export const MAX_TITLE_LENGTH = 120;
export const MAX_PANEL_TEXT_LENGTH = 10_000;

/** Figures whose groups add up to the figure of all calls, as segments of a bar do. */
const ADDITIVE: ReadonlySet<MeasuredFigure> = new Set(["calls", "errors", "tokens", "cost_usd"]);

export const isAdditive = (figure: MeasuredFigure): boolean => ADDITIVE.has(figure);

const isLatency = (figure: MeasuredFigure): boolean => figure.startsWith("latency");

/** True of figures that each call has a value of. */
const hasDistribution = (figure: MeasuredFigure): boolean => isLatency(figure) || figure === "score";

interface JudgedPanel {
  readonly kind: PanelKind;
  readonly figure: MeasuredFigure;
  readonly score: string;
  readonly by: string;
}

/** Why a panel cannot be drawn, at one of its members. */
interface PanelProblem {
  readonly member: "score" | "by" | "figure";
  readonly message: string;
}

/** Returns what stops a panel from being drawn; null where nothing does. */
export function panelProblem({ kind, figure, score, by }: JudgedPanel): PanelProblem | null {
  if (kind === "text") return null;
  if (figure === "score" && !/^score\.\S/.test(score))
    return { member: "score", message: "Choose a score, such as score.quality" };
  if (kind === "table" && by === "") return { member: "by", message: "A table needs a group" };
  if (kind === "distribution" && !hasDistribution(figure))
    return { member: "figure", message: "Only latencies and scores have a distribution" };
  if (kind === "heat" && by === "") return { member: "by", message: "A heat map needs a group" };
  if (by === "" || kind === "table" || kind === "number" || kind === "distribution") return null;
  if (isLatency(figure)) return { member: "by", message: "Latency over time has no groups; a table has" };
  if (kind === "bars" && !isAdditive(figure))
    return { member: "by", message: "Groups of this figure do not add up; choose lines" };
  return null;
}
