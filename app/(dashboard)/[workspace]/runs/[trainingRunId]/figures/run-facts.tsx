import { StepStrip } from "@/components/training/lists/step-strip";
import { Link } from "@/components/ui/link";
import { Quantity } from "@/components/ui/quantity";
import type { TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";
import { formatCount } from "@/lib/format/count";
import { isMoving } from "@/lib/run/run-states";
import { runFacts } from "@/lib/training/runs/run-facts";
import { modelText } from "@/lib/training/runs/run-words";

type RunFactsProps = { run: TrainingRunDetail; slug: string };

/** Iteration, reward, spending and model; then a mark for each iteration. */
export function RunFacts({ run, slug }: RunFactsProps) {
  const done = run.iterations_done;
  const total = run.iterations_planned;
  // The service sends the means of stretches of a long run.
  const { length } = run.rewards;
  const rewards = Array.from(
    { length: Math.max(length, done) },
    (_, index) => run.rewards[length >= done ? index : Math.floor((index * length) / done)] ?? Number.NaN,
  );
  const restarts = (run.restarts ?? []).map((at) => ({
    ...{ at, kind: "warning" as const, label: `Began again at iteration ${formatCount(at)}` },
  }));
  return (
    <div className="grid flex-none gap-2 px-4 pb-2.5 max-md:px-3">
      <dl className="flex min-w-0 flex-wrap gap-x-5 gap-y-1.5">
        {runFacts(run).map(({ label, value, title }) => (
          <Fact key={label} label={label} title={title}>
            <Quantity text={value} />
          </Fact>
        ))}
        <Fact label="Model" title={run.model?.base_model}>
          {run.model === null ? (
            <span className={run.source === "log" ? "text-code" : undefined}>{modelText(run)}</span>
          ) : (
            <Link
              href={`/${slug}/models/${encodeURIComponent(run.model.id)}`}
              className="text-code text-accent-text hover:underline"
            >
              {run.model.name}
            </Link>
          )}
        </Fact>
        {run.model?.forked_from ? (
          <Fact label="Forked from" title="The checkpoint whose weights the model began with">
            <Link
              href={`/${slug}/models/${encodeURIComponent(run.model.forked_from.model_id)}`}
              className="text-code text-accent-text hover:underline"
            >
              {run.model.forked_from.name} step {formatCount(run.model.forked_from.step)}
            </Link>
          </Fact>
        ) : null}
      </dl>
      <StepStrip
        label={`${formatCount(done)}${total === null ? "" : ` of ${formatCount(total)}`} iterations done`}
        noun="iteration"
        done={done}
        total={total}
        values={rewards}
        isRunning={isMoving(run)}
        {...(restarts.length === 0 ? {} : { marks: restarts })}
      />
    </div>
  );
}

type FactProps = { label: string; title: string | undefined; children: React.ReactNode };

function Fact({ label, title, children }: FactProps) {
  return (
    <div className="min-w-0 border-line [&:not(:last-child)]:border-r [&:not(:last-child)]:pr-5" title={title}>
      <dt className="text-micro text-ink-3">{label}</dt>
      <dd className="truncate text-small leading-[17px] font-medium">{children}</dd>
    </div>
  );
}
