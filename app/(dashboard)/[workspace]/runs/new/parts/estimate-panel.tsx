"use client";

import { EstimateSection } from "@/components/evaluation/setup/estimate-section";
import type { EstimateState } from "@/components/evaluation/setup/use-estimate";
import { FigureList } from "@/components/ui/figure-list";
import type { ResultOf } from "@/lib/api/contract/operations";
import { countOf, formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { formatTotalCost } from "@/lib/format/money";
import { formatTokens } from "@/lib/format/tokens";

type RunEstimate = ResultOf<"trainingRuns.estimate">;

type EstimatePanelProps = {
  state: EstimateState<"trainingRuns.estimate">;
  missing: readonly string[];
  errors: ReadonlyMap<string, string>;
};

/** The estimated rollouts, tokens, cost and time with their basis, and the first requests. */
export function EstimatePanel({ state, missing, errors }: EstimatePanelProps) {
  const { estimate } = state;
  return (
    <EstimateSection
      title="Estimate"
      label="Figures of the estimate"
      note={estimate ? basisText(estimate) : null}
      state={state}
      missing={missing}
      errors={errors}
    >
      {estimate ? <Figures estimate={estimate} /> : null}
    </EstimateSection>
  );
}

function basisText({ basis, basis_calls: calls }: RunEstimate): string {
  if (basis === "calls") return `from ${countOf(calls, "recent call")} of the model`;
  return basis === "measured" ? "from the built-in trainer's pace" : "from typical answer lengths";
}

const MS_PER_SECOND = 1000;

const duration = (seconds: number | null) =>
  seconds === null ? "Unknown" : formatDuration(Math.round(seconds * MS_PER_SECOND));

function Figures({ estimate }: { estimate: RunEstimate }) {
  const { cost_usd: cost, seconds, seconds_per_iteration: pace, unpriced_models: unpriced } = estimate;
  const figures = [
    { value: formatCount(estimate.rollouts), label: estimate.rollouts === 1 ? "rollout" : "rollouts" },
    { value: formatTokens(estimate.tokens), label: "tokens" },
    {
      value: cost === null ? "Unknown" : formatTotalCost(cost),
      label: unpriced.length > 0 ? `no price for ${unpriced.join(", ")}` : "cost",
    },
    { value: duration(seconds), label: pace === null ? "no earlier calls" : `${duration(pace)} an iteration` },
  ];
  return (
    <>
      <FigureList figures={figures} className="px-4 pb-3" />
      <p className="border-t border-line px-4 py-2 text-small text-ink-2">
        {countOf(estimate.tasks, "task")}; each iteration samples {countOf(estimate.tasks_per_iteration, "group")}.
        {estimate.labels ? ` People label ${countOf(estimate.labels, "rollout")}; their time is not counted.` : ""}
      </p>
      <FirstRequests estimate={estimate} />
    </>
  );
}

const textOf = (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

function FirstRequests({ estimate }: { estimate: RunEstimate }) {
  if (estimate.first_tasks.length === 0) return null;
  return (
    <>
      <h3 className="border-t border-line px-4 pt-2 text-small font-medium">First requests</h3>
      <ul className="pb-2">
        {estimate.first_tasks.map(({ messages }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: tasks may be equal, and their order never changes
          <li key={index} className="grid gap-0.5 px-4 py-1.5 text-small">
            {messages.map(({ role, content }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a message is identified by its position
              <p key={at} className="line-clamp-3 whitespace-pre-wrap [overflow-wrap:anywhere]">
                <span className="text-ink-3">{textOf(role)}</span> {textOf(content)}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}
