import type { BudgetStatus } from "@/lib/api/contract/costs/budgets";
import { formatTotalCost } from "@/lib/format/money";
import { classNames } from "@/lib/style/class-names";
import { budgetBar, forecastText } from "./prepare-budget";

const FILLS: Readonly<Record<BudgetStatus["state"], string>> = { ok: "bg-vat-5", warned: "bg-warn", reached: "bg-err" };

const percent = (share: number) => `${share * 100}%`;

/** What is spent of a limit, with marks of the warning and the limit, and a band where the period is expected to end. */
export function BudgetBar({ budget }: { budget: BudgetStatus }) {
  const { spent, limit, warning, forecast } = budgetBar(budget);
  const label = `${formatTotalCost(budget.spent_usd)} of ${formatTotalCost(budget.settings.limit_usd)}, ${forecastText(budget)}`;
  return (
    <div role="img" aria-label={label} className="relative h-4 min-w-40">
      <div className="absolute inset-x-0 top-1 h-2 rounded-chip bg-sunken outline-1 -outline-offset-1 outline-line" />
      {forecast ? (
        <div
          className="absolute top-1 h-2 bg-hatch-idle"
          style={{ left: percent(forecast.low), width: percent(forecast.high - forecast.low) }}
        />
      ) : null}
      <div
        className={classNames("absolute top-1 left-0 h-2 rounded-chip", FILLS[budget.state])}
        style={{ width: percent(spent) }}
      />
      {forecast ? <div className="absolute top-0.5 h-3 w-px bg-ink-3" style={{ left: percent(forecast.at) }} /> : null}
      {warning === null ? null : (
        <div
          className="absolute top-0 h-4 w-0 border-l border-dotted border-ink-3"
          style={{ left: percent(warning) }}
        />
      )}
      <div
        className="absolute top-0 h-4 w-0 -translate-x-full border-l-2 border-ink-2"
        style={{ left: percent(limit) }}
      />
    </div>
  );
}
