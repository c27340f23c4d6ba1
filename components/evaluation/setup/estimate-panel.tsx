"use client";

import { FailureState } from "@/components/state/failure-state";
import { ProgressBar } from "@/components/ui/progress-bar";
import { formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { formatTotalCost } from "@/lib/format/money";
import { formatTokens } from "@/lib/format/tokens";
import type { Estimate, EstimateState } from "./use-estimate";

/** Shows calls, tokens, cost and time before anything is sent, and what they are based on. */
export function EstimatePanel({ state, missing }: { state: EstimateState; missing: readonly string[] }) {
  const { estimate, failure, errors, isCurrent } = state;
  const isInvalid = failure !== null && errors.size > 0;
  return (
    <section aria-label="Estimate" className="border-b border-line">
      <div className="flex min-h-[42px] items-center gap-2 px-4">
        <h2 className="font-semibold">Estimate</h2>
        <span className="text-small text-ink-3">{estimate ? basisText(estimate) : null}</span>
      </div>
      {missing.length > 0 ? (
        <p className="px-4 pb-3 text-small text-ink-3">Shown once there is {missing.join(", ")}.</p>
      ) : failure !== null && !isInvalid ? (
        <FailureState failure={failure} onRetry={state.retry} />
      ) : isInvalid ? (
        <Problems errors={errors} />
      ) : (
        <>
          {isCurrent ? null : <ProgressBar label="Estimating" />}
          {estimate ? <Figures estimate={estimate} /> : null}
        </>
      )}
    </section>
  );
}

function basisText({ models }: Estimate): string {
  const assumed = models.filter(({ basis }) => basis === "assumed").length;
  if (assumed === 0) return "from recent calls of each model";
  return assumed === models.length
    ? "from usual lengths of answers"
    : `${assumed} of ${models.length} from usual lengths`;
}

function Problems({ errors }: { errors: ReadonlyMap<string, string> }) {
  return (
    <ul role="alert" className="grid gap-1 px-4 pb-3 text-small">
      {[...errors].map(([path, message]) => (
        <li key={path} className="[overflow-wrap:anywhere]">
          <span className="text-code text-ink-3">{path || "settings"}</span> <span className="text-err">{message}</span>
        </li>
      ))}
    </ul>
  );
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
      <dl className="flex flex-wrap gap-x-6 gap-y-2 px-4 pb-3">
        {figures.map(({ value, label }) => (
          <div key={label} className="flex flex-col-reverse">
            <dt className="text-micro text-ink-3">{label}</dt>
            <dd className="text-[19px] leading-6 font-medium tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <table className="w-full table-fixed border-t border-line text-small">
        <thead>
          <tr className="text-left text-micro text-ink-3">
            <th scope="col" className="w-2/5 px-4 py-1 font-normal">
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
              <td className="truncate px-4 text-code" title={model}>
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
