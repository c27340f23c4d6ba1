import type { DashboardContent, DashboardPanel } from "@/lib/api/contract/app/dashboards";
import { panelsOf } from "./edit-panels";

/** A dashboard to begin with. */
export interface DashboardTemplate {
  readonly id: string;
  readonly label: string;
  /** The question that it answers. */
  readonly note: string;
  readonly content: DashboardContent;
}

type Part = Partial<DashboardPanel>;

const ROOTS: Part = { rootsOnly: true };

const number = (figure: DashboardPanel["figure"], members: Part = {}): Part => ({
  kind: "number",
  size: "S",
  figure,
  ...members,
});

const AGENT: readonly Part[] = [
  number("threads"),
  number("users"),
  number("calls", { title: "Turns", ...ROOTS }),
  number("error_share", { title: "Turns that fail", ...ROOTS }),
  number("latency_p90", { title: "Turn p90", ...ROOTS }),
  number("cost_usd"),
  { kind: "bars", size: "M", figure: "calls", by: "op", title: "Calls by op" },
  { kind: "lines", size: "M", figure: "latency_p90", title: "Turn p90 over time", ...ROOTS },
  { kind: "heat", size: "S", figure: "errors", by: "op", title: "Errors by op" },
  { kind: "distribution", size: "S", figure: "latency_p50", title: "How long turns take", ...ROOTS },
  { kind: "table", size: "S", figure: "errors", by: "tool", title: "Errors by tool" },
];

const COST: readonly Part[] = [
  number("cost_usd", { size: "M" }),
  number("tokens", { size: "M" }),
  number("calls", { title: "Calls of models", query: "model:*", size: "M" }),
  number("users", { size: "M" }),
  { kind: "bars", size: "L", figure: "cost_usd", by: "model", title: "Cost by model" },
  { kind: "table", size: "S", figure: "cost_usd", by: "model", title: "Cost of models" },
  { kind: "table", size: "S", figure: "cost_usd", by: "user", title: "Cost of users" },
  { kind: "table", size: "S", figure: "cost_usd", by: "op", title: "Cost of ops" },
  { kind: "bars", size: "M", figure: "tokens", by: "model", title: "Tokens by model" },
  { kind: "bars", size: "M", figure: "cost_usd", by: "source", title: "Cost by source" },
];

const TRAINING: readonly Part[] = [
  number("calls", { title: "Calls of rollouts", query: "source:training" }),
  number("calls", { title: "Calls of evaluations", query: "source:evaluation" }),
  number("error_share", { title: "Calls that fail" }),
  number("latency_p90", { title: "Call p90" }),
  number("tokens", { title: "Tokens" }),
  number("cost_usd", { title: "Cost" }),
  { kind: "bars", size: "M", figure: "calls", by: "model", title: "Calls by checkpoint" },
  { kind: "lines", size: "M", figure: "error_share", by: "model", title: "Share of errors by checkpoint" },
  { kind: "lines", size: "M", figure: "latency_p90", title: "Latency p90" },
  { kind: "bars", size: "M", figure: "tokens", by: "model", title: "Tokens by checkpoint" },
];

const EVALUATION: readonly Part[] = [
  number("calls", { title: "Evaluated calls", size: "M" }),
  number("error_share", { title: "Calls that fail", size: "M" }),
  number("latency_p90", { title: "Call p90", size: "M" }),
  number("cost_usd", { title: "Cost", size: "M" }),
  { kind: "bars", size: "M", figure: "calls", by: "model", title: "Calls by model" },
  { kind: "lines", size: "M", figure: "error_share", by: "model", title: "Share of errors by model" },
  { kind: "table", size: "S", figure: "latency_p90", by: "model", title: "Latency p90 by model" },
  { kind: "table", size: "S", figure: "cost_usd", by: "model", title: "Cost by model" },
  { kind: "distribution", size: "S", figure: "latency_p50", title: "How long calls take" },
];

/** The dashboards that a new one can begin as. Scores have names of a project's own: each adds its own. */
export const dashboardTemplates: readonly DashboardTemplate[] = [
  {
    id: "agent",
    label: "Agent in production",
    note: "How many people use it, how fast it is, what fails",
    content: { name: "Agent in production", query: "source:production", panels: panelsOf(AGENT) },
  },
  {
    id: "cost",
    label: "Cost",
    note: "What models, users and ops cost",
    content: { name: "Cost", query: "", panels: panelsOf(COST) },
  },
  {
    id: "training",
    label: "Training",
    note: "Calls of rollouts and of evaluations by checkpoint",
    content: { name: "Training", query: "source:training,evaluation", panels: panelsOf(TRAINING) },
  },
  {
    id: "evaluation",
    label: "Evaluation",
    note: "The calls of evaluations by model",
    content: { name: "Evaluation", query: "source:evaluation", panels: panelsOf(EVALUATION) },
  },
];

export const BLANK_DASHBOARD: DashboardContent = { name: "New dashboard", query: "", panels: [] };
