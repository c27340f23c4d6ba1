import type { ReactNode } from "react";
import { HistogramBars } from "@/components/evaluation/histogram-bars";
import { IntervalBar } from "@/components/evaluation/interval-bar";
import { loggedWords } from "@/components/evaluation/score-cell";
import { Unknown } from "@/components/table/cells";
import { Quantity } from "@/components/ui/quantity";
import type { EvaluationFigures, ScoreFigures } from "@/lib/api/contract/evaluations/figures";
import { COUNTING_RULE, countedText, countingWords } from "@/lib/evaluation/runs/counting-words";
import { formatInterval, formatScore } from "@/lib/evaluation/runs/format-score";
import { countOf, formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { formatTotalCost } from "@/lib/format/money";
import { formatShare } from "@/lib/format/share";
import { formatTokens } from "@/lib/format/tokens";
import { classNames } from "@/lib/style/class-names";

type RunFiguresProps = { figures: EvaluationFigures; scoreId: string | null; onScore: (id: string) => void };

/** The head figures of a run, ruled. A score is a button: it is then the one that filters and slices use. */
export function RunFigures({ figures, scoreId, onScore }: RunFiguresProps) {
  return (
    <section
      aria-label="Figures"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
      tabIndex={0}
      className="flex flex-none overflow-x-auto border-t border-line outline-offset-[-2px]"
    >
      {figures.scores.map((score) => (
        <ScoreFigure
          key={score.id}
          score={score}
          exampleCount={figures.example_count}
          isChosen={score.id === scoreId}
          onChoose={() => onScore(score.id)}
        />
      ))}
      <PassFigure score={figures.scores.find(({ id }) => id === scoreId)} />
      <Figure label="Latency p50">
        {figures.latency_ms === null ? <Unknown /> : <Quantity text={formatDuration(figures.latency_ms.p50)} />}
        {figures.latency_ms === null ? null : <Note>p99 {formatDuration(figures.latency_ms.p99)}</Note>}
      </Figure>
      <Figure label="Tokens">
        {figures.total_tokens === null ? <Unknown /> : formatTokens(figures.total_tokens)}
        <Note>
          {figures.total_tokens === null
            ? "not reported"
            : `${formatTokens(figures.total_tokens / Math.max(1, figures.trial_count))} per trial`}
        </Note>
      </Figure>
      <Figure label="Cost">
        {figures.cost_usd === null ? <Unknown /> : formatTotalCost(figures.cost_usd)}
        <Note>{costWords(figures)}</Note>
      </Figure>
      <Figure label="Errors">
        <span className={figures.error_count > 0 ? "text-err" : undefined}>{formatCount(figures.error_count)}</span>
        <span className="ml-1.5 text-small font-normal text-ink-3">of {countOf(figures.trial_count, "trial")}</span>
        <Note>
          {figures.scorer_failure_count === 0
            ? "no answer"
            : `and ${countOf(figures.scorer_failure_count, "failed score")}`}
        </Note>
      </Figure>
    </section>
  );
}

function costWords({ cost_usd: cost, run_cost_usd: all }: EvaluationFigures): string {
  if (cost === null) return "no usage or price";
  return all === null || all <= cost ? "of the model" : `${formatTotalCost(all)} with scorers`;
}

function Note({ children }: { children: ReactNode }) {
  return <span className="block text-micro font-normal text-ink-3">{children}</span>;
}

const FIGURE_CLASS = "min-w-32 flex-none border-r border-line px-4 py-2 text-left";

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={FIGURE_CLASS}>
      <span className="block text-micro text-ink-3">{label}</span>
      <span className="text-figure font-medium">{children}</span>
    </div>
  );
}

type ScoreFigureProps = { score: ScoreFigures; exampleCount: number; isChosen: boolean; onChoose: () => void };

function ScoreFigure({ score, exampleCount, isChosen, onChoose }: ScoreFigureProps) {
  const logged = loggedWords(score);
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      title={[COUNTING_RULE, ...(logged === undefined ? [] : [logged])].join(" ")}
      onClick={onChoose}
      className={classNames(
        FIGURE_CLASS,
        score.kind === "text" ? "max-w-48" : "max-w-72",
        // A button centres what it holds: the labels of all figures are on one line.
        "flex flex-col outline-offset-[-2px] hover:bg-hover",
        isChosen && "shadow-[inset_0_-2px_var(--accent)]",
      )}
    >
      <span className="block truncate text-code text-ink-3">{score.id}</span>
      <ScoreValue score={score} />
      <span className="flex items-center gap-2 text-micro text-ink-3">
        <ScoreNote score={score} exampleCount={exampleCount} />
      </span>
      {score.kind === "text" ? null : (
        <span className="block truncate text-micro text-ink-3">mean, {countingWords(score.kind)}</span>
      )}
      {logged === undefined ? null : (
        <span className="block text-micro text-warn">as logged {formatScore(score.logged)}</span>
      )}
    </button>
  );
}

function ScoreValue({ score }: { score: ScoreFigures }) {
  if (score.kind !== "text") return <span className="text-figure font-medium">{formatScore(score.mean)}</span>;
  const [most] = score.values;
  return <span className="block truncate text-figure font-medium">{most?.value ?? "–"}</span>;
}

function ScoreNote({ score, exampleCount }: Pick<ScoreFigureProps, "score" | "exampleCount">) {
  const missing = score.missing_count > 0 ? `, ${formatCount(score.missing_count)} missing` : "";
  if (score.kind === "text") {
    const [most] = score.values;
    return most === undefined
      ? "no value"
      : `${formatShare(most.count / Math.max(1, score.trial_count))} of trials${missing}`;
  }
  if (score.mean === null) return "no value";
  if (score.interval === null)
    return `too few examples for an interval (${formatCount(score.example_count)})${missing}`;
  const domain = { low: score.bin_start ?? 0, high: score.bin_end ?? 1 };
  return (
    <>
      {score.kind === "boolean" ? (
        <IntervalBar value={score.mean} interval={score.interval} domain={domain} />
      ) : (
        <HistogramBars bins={score.bins} label={`${score.id} in ten bins`} />
      )}
      {formatInterval(score.interval)}
      <span>n {countedText(score.example_count, exampleCount)}</span>
      {missing}
    </>
  );
}

/** pass^k for the number of trials that the run has. */
function PassFigure({ score }: { score: ScoreFigures | undefined }) {
  const most = score?.pass_at.findLast(({ k }) => k > 1);
  if (score === undefined || most === undefined) return null;
  return (
    <div className={FIGURE_CLASS} title={`Examples of which all ${most.k} trials pass, and of which any passes`}>
      <span className="block text-micro text-ink-3">
        {score.id}, pass^{most.k}
      </span>
      <span className="text-figure font-medium">{formatScore(most.all)}</span>
      <Note>
        pass@{most.k} {formatScore(most.any)}, {formatCount(score.flaky_count)} flaky
      </Note>
    </div>
  );
}
