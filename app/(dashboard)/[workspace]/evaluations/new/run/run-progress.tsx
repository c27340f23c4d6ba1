import Link from "next/link";
import { FigureList } from "@/components/ui/figure-list";
import type { EvaluationRunDetail } from "@/lib/api/contract/evaluation-runs/evaluation-runs";
import { formatCount } from "@/lib/format/count";
import { formatTotalCost } from "@/lib/format/money";
import { formatTokens } from "@/lib/format/tokens";

/** A bar of what is done, failed and runs. */
function Bar({ done, errors, running, total }: { done: number; errors: number; running: number; total: number }) {
  const width = (count: number) => ({ width: `${total === 0 ? 0 : (count / total) * 100}%` });
  return (
    <div
      role="progressbar"
      aria-label="Trials"
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
      className="flex h-[7px] overflow-hidden rounded-[2px] bg-active"
    >
      <i className="bg-accent" style={width(done - errors)} />
      <i
        className="bg-[repeating-linear-gradient(135deg,var(--err)_0_2px,transparent_2px_4px)]"
        style={width(errors)}
      />
      <i
        className="bg-[repeating-linear-gradient(135deg,var(--accent)_0_2px,transparent_2px_4px)]"
        style={width(running)}
      />
    </div>
  );
}

/** From here on, a tenth of a trial is noise. */
const MIN_ROUNDED_RATE = 100;
const rate = (value: number) => (value < MIN_ROUNDED_RATE ? value.toFixed(1) : formatCount(Math.round(value)));
const score = (value: number | null) => (value === null ? "–" : value.toFixed(3));

const leftText = (minutes: number) => (minutes <= 1 ? "less than a minute left" : `about ${minutes} min left`);

/** How far a run is, and each model's score so far with its interval over rows. */
export function RunProgress({ run, slug, scorer }: { run: EvaluationRunDetail; slug: string; scorer: string | null }) {
  const running = run.models.reduce((sum, model) => sum + model.running, 0);
  const name = scorer ?? run.settings.scorers[0]?.name ?? "";
  const left = run.rate_per_minute ? Math.ceil((run.total - run.done) / run.rate_per_minute) : null;
  const figures = [
    { value: formatCount(run.done), label: `of ${formatCount(run.total)} trials` },
    { value: run.rate_per_minute === null ? "–" : rate(run.rate_per_minute), label: "a minute" },
    {
      value: run.cost_usd === null ? "Unknown" : formatTotalCost(run.cost_usd),
      label: `${formatTokens(run.tokens)} tokens`,
    },
    { value: formatCount(run.errors), label: "with an error" },
  ];
  return (
    <>
      <section aria-label="Progress" className="grid gap-2 border-b border-line px-4 pt-2.5 pb-3">
        <div className="flex items-center">
          <h2 className="font-semibold">Progress</h2>
          <span className="ml-auto text-small text-ink-3">
            {run.state === "running" && left !== null ? leftText(left) : null}
          </span>
        </div>
        <Bar done={run.done} errors={run.errors} running={running} total={run.total} />
        <FigureList figures={figures} />
      </section>
      <section aria-label="By model">
        <div className="flex min-h-[36px] items-center gap-2 px-4">
          <h2 className="font-semibold">By model</h2>
          <span className="text-small text-ink-3">{name}, mean of rows</span>
        </div>
        <ul>
          {run.models.map((model) => {
            const found = model.scores.find((one) => one.name === name);
            return (
              <li
                key={`${model.label} ${model.call_id}`}
                className="grid gap-1 border-t border-line px-4 py-2 text-small"
              >
                <span className="flex items-center gap-2">
                  {model.call_id === null ? (
                    <span className="truncate text-code">{model.label}</span>
                  ) : (
                    <Link
                      href={`/${slug}/evaluations/${model.call_id}`}
                      className="truncate text-code text-accent-text"
                    >
                      {model.label}
                    </Link>
                  )}
                  <span className="ml-auto font-medium tabular-nums">{score(found?.mean ?? null)}</span>
                  {found?.low === null || found?.low === undefined ? null : (
                    <span className="text-micro text-ink-3 tabular-nums">
                      {score(found.low)} to {score(found.high)}
                    </span>
                  )}
                  <span className="text-ink-3 tabular-nums">
                    {model.done} of {run.rows * run.trials}
                  </span>
                </span>
                <Bar done={model.done} errors={model.errors} running={model.running} total={run.rows * run.trials} />
                {found && found.failed > 0 ? (
                  <span className="text-micro text-err">
                    {found.failed} without a score because of an error; the mean leaves them out
                  </span>
                ) : null}
              </li>
            );
          })}
        </ul>
      </section>
    </>
  );
}
