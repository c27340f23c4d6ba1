import { FigureList } from "@/components/ui/figure-list";
import type { MonitorEstimate } from "@/lib/api/contract/monitors/monitors";
import { countOf, formatCount } from "@/lib/format/count";
import { formatCallCost, formatTotalCost } from "@/lib/format/money";

const BASIS: Readonly<Record<MonitorEstimate["basis"], string>> = {
  calls: "Answers as long as the judges' earlier ones.",
  assumed: "Judges that never answered here are assumed to answer at a usual length.",
  none: "These scorers ask no model.",
};

/** The estimated cost of a monitor for the last seven days, and how it was counted. */
export function MonitorCost({ estimate }: { estimate: MonitorEstimate }) {
  const { matching_calls: matching, sampled_calls: sampled, scored_calls: scored } = estimate;
  const { cost_usd: cost, cost_per_call_usd: perCall, unpriced_models: unpriced } = estimate;
  const figures = [
    { value: formatCount(matching), label: matching === 1 ? "call matches" : "calls match" },
    { value: formatCount(sampled), label: "in the sample" },
    { value: perCall === null ? "Unknown" : formatCallCost(perCall), label: "for each" },
    { value: cost === null ? "Unknown" : formatTotalCost(cost), label: "in seven days" },
  ];
  return (
    <div className="grid gap-2">
      <FigureList figures={figures} />
      <p className="text-small text-ink-2">
        {BASIS[estimate.basis]}
        {scored < sampled ? ` The limit of calls a day would have let about ${countOf(scored, "call")} through.` : ""}
      </p>
      {unpriced.length > 0 ? (
        <p className="text-small text-warn [overflow-wrap:anywhere]">
          No price for {unpriced.join(", ")}: add one under Costs to see and to limit the money.
        </p>
      ) : null}
    </div>
  );
}
