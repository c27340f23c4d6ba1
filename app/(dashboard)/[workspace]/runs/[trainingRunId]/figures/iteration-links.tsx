import { Link } from "@/components/ui/link";
import type { TrainingIteration, TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";
import { formatCount } from "@/lib/format/count";
import { forkHref } from "@/lib/training/runs/fork-href";

type IterationLinksProps = {
  slug: string;
  run: TrainingRunDetail;
  iteration: TrainingIteration;
  /** Null without rollouts, of which there is nothing to compare. */
  onCompare: ((iteration: number) => void) | null;
};

/** Where an iteration leads: its job, its checkpoint in the playground and as a new run, and its rollouts. */
export function IterationLinks({
  slug,
  run,
  iteration: { iteration, job_id: jobId, step },
  onCompare,
}: IterationLinksProps) {
  const job = jobId === null ? null : `/${slug}/training/${encodeURIComponent(jobId)}`;
  return (
    <span className="inline-flex items-center gap-3">
      {job === null ? null : (
        <Link href={job} className="text-accent-text hover:underline">
          Job
        </Link>
      )}
      {step === null || run.model === null ? null : (
        <Link
          href={`/${slug}/playground?${new URLSearchParams({ model: `${run.model.address}:step${step}` })}`}
          className="text-accent-text hover:underline"
        >
          Step {formatCount(step)}
        </Link>
      )}
      {step === null || run.model === null || run.source !== "service" ? null : (
        <Link
          href={forkHref(slug, { modelId: run.model.id, step, runId: run.id })}
          className="text-accent-text hover:underline"
          aria-label={`Fork from step ${step}`}
          title="A new run with these settings on a copy of this checkpoint"
        >
          Fork
        </Link>
      )}
      {job === null ? null : (
        <Link href={`${job}/rollouts`} className="text-accent-text hover:underline">
          Rollouts
        </Link>
      )}
      {onCompare === null ? null : (
        <button
          type="button"
          className="text-accent-text hover:underline"
          aria-label={`Compare iteration ${iteration} with the first`}
          onClick={() => onCompare(iteration)}
        >
          Compare
        </button>
      )}
    </span>
  );
}
