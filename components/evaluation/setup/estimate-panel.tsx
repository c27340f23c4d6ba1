"use client";

import { FigureList } from "@/components/ui/figure-list";
import { formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { formatTotalCost } from "@/lib/format/money";
import { formatTokens } from "@/lib/format/tokens";
import { EstimateSection } from "./estimate-section";
import type { Estimate, EstimateState } from "./use-estimate";

/** Shows calls, tokens, cost and time before anything is sent, and what they are based on. */
export function EstimatePanel({ state, missing }: { state: EstimateState; missing: readonly string[] }) {
  const { estimate, errors } = state;
  return (
    <EstimateSection
      title="Estimate"
      note={estimate ? basisText(estimate) : null}
      state={state}
      missing={missing}
      errors={errors}
      className="border-b border-line"
    >
      {estimate ? <Figures estimate={estimate} /> : null}
    </EstimateSection>
  );
}

function basisText({ models }: Estimate): string {
  const assumed = models.filter(({ basis }) => basis === "assumed").length;
  if (assumed === 0) return "from recent calls of each model";
  return assumed === models.length
    ? "from typical answer lengths"
    : `${assumed} of ${models.length} from usual lengths`;
}

function costRange({ cost_low_usd: low, cost_high_usd: high, unpriced_models: unpriced }: Estimate): string {
  if (low === null || high === null) return `no price for ${unpriced.length} of the models`;
  return `${formatTotalCost(low)} to ${formatTotalCost(high)}`;
}

function Figures({ estimate }: { estimate: Estimate }) {
  const figures = [
    { value: formatCount(estimate.trials), label: estimate.trials === 1 ? "trial" : "trials" },
    { value: formatTokens(estimate.tokens), label: "tokens" },
    { value: estimate.cost_usd === null ? "Unknown" : formatTotalCost(estimate.cost_usd), label: costRange(estimate) },
    {
      value: estimate.seconds === null ? "Unknown" : formatDuration(estimate.seconds * 1000),
      label: estimate.seconds === null ? "no earlier calls" : "at this concurrency",
    },
  ];
  return (
    <>
      <FigureList figures={figures} className="px-4 max-md:px-3 pb-3" />
      <table className="w-full table-fixed border-t border-line text-small">
        <thead>
          <tr className="text-left text-micro text-ink-3">
            <th scope="col" className="w-2/5 px-4 max-md:px-3 py-1 font-normal">
              Model
            </th>
            <th scope="col" className="py-1 text-right font-normal">
              Calls
            </th>
            <th scope="col" className="py-1 text-right font-normal">
              Tokens
            </th>
            <th scope="col" className="py-1 pr-4 text-right font-normal">
              Cost
            </th>
          </tr>
        </thead>
        <tbody>
          {estimate.models.map(({ model, role, calls, tokens, cost_usd: cost }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a judge may be a model that is evaluated; the order is that of the settings
            <tr key={`${index} ${model}`} className="h-[26px] border-t border-line">
              <td className="truncate px-4 max-md:px-3 text-code" title={model}>
                {model.split("/").at(-1)}
                {role === "judge" ? <span className="text-ink-3"> judge</span> : null}
              </td>
              <td className="text-right tabular-nums">{formatCount(calls)}</td>
              <td className="text-right tabular-nums">{formatTokens(tokens)}</td>
              <td className="pr-4 text-right tabular-nums">{cost === null ? "unknown" : formatTotalCost(cost)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
