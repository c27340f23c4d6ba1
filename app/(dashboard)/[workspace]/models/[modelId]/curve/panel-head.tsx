import { FlaskConical, GitCompare, Settings2 } from "lucide-react";
import Link from "next/link";
import { Segmented } from "@/components/form/segmented";
import { Button } from "@/components/ui/button";
import { Tag } from "@/components/ui/tag";
import type { CheckpointEvaluation } from "@/lib/api/contract/evaluation-runs/checkpoint-evaluations";
import { compareHref } from "@/lib/evaluation/runs/evaluation-hrefs";
import { formatScore } from "@/lib/evaluation/runs/format-score";
import type { RowChoice } from "@/lib/evaluation/runs/row-choice";
import { partWords } from "@/lib/evaluation/runs/row-words";
import type { ModelViewName } from "./model-views";
import { finishedRuns, stepWords } from "./prepare-changes";
import type { ScoreChanges } from "./use-score-changes";

type PanelHeadProps = {
  slug: string;
  settings: NonNullable<CheckpointEvaluation["settings"]>;
  settingsHref: string;
  evaluation: CheckpointEvaluation;
  changes: ScoreChanges;
  /** The rows that the curves are over. */
  choice: RowChoice;
  view: ModelViewName;
  onView: (view: ModelViewName) => void;
  isMember: boolean;
  isStarting: boolean;
  /** Evaluates the checkpoints that have not been. */
  onEvaluate: () => void;
};

/** The line above the curves: the evaluation, the best checkpoint, what is shown, and what can be done. */
export function PanelHead(props: PanelHeadProps) {
  const { slug, settings, evaluation, view, isMember } = props;
  const missing = evaluation.checkpoints.filter(({ run }) => run === null).length;
  return (
    <div className="flex min-h-[38px] flex-wrap items-center gap-2 px-4 py-1 max-md:px-3">
      <h2 className="truncate font-medium" title={settings.name}>
        {settings.name}
      </h2>
      {settings.is_on ? (
        <Tag tone="ok">{settings.every === 1 ? "each new checkpoint" : `every ${settings.every} steps`}</Tag>
      ) : (
        <Tag tone="outline">off</Tag>
      )}
      <BestWords evaluation={evaluation} changes={props.changes} />
      <span className="ml-auto flex flex-wrap items-center gap-1">
        <Segmented
          label="Curves"
          size="small"
          value={view}
          segments={[
            { value: "scores", label: "Scores" },
            { value: "metrics", label: "Metrics" },
          ]}
          onChange={props.onView}
        />
        {isMember && missing > 0 ? (
          <Button
            size="small"
            isBusy={props.isStarting}
            icon={<FlaskConical size={13} strokeWidth={1.7} aria-hidden="true" />}
            onClick={props.onEvaluate}
          >
            Evaluate {missing} existing
          </Button>
        ) : null}
        <CompareLink slug={slug} evaluation={evaluation} choice={props.choice} />
        {isMember ? (
          <Button asChild size="icon-small" kind="ghost">
            <Link href={props.settingsHref} aria-label="Settings" title="Settings of the evaluation">
              <Settings2 size={14} strokeWidth={1.7} aria-hidden="true" />
            </Link>
          </Button>
        ) : null}
      </span>
    </div>
  );
}

/** The best checkpoint in words, and which others may be as good. */
function BestWords({ evaluation, changes }: { evaluation: CheckpointEvaluation; changes: ScoreChanges }) {
  const { best, settings } = evaluation;
  if (best === null || settings === null) return null;
  const near = stepWords(
    changes.nearBest,
    finishedRuns(evaluation).map(({ step }) => step),
  );
  return (
    <span className="min-w-0 text-small text-ink-2">
      best <span className="text-code">{settings.score}</span>{" "}
      <b className="font-medium text-ink">
        {formatScore(best.mean)} at step {best.step}
      </b>
      {best.example_count == null ? "" : ` on ${partWords(best.part ?? "all", best.example_count)}`}
      {near === "" ? "" : `; step ${near} within noise`}
    </span>
  );
}

/** Compares the first, the best and the newest evaluated checkpoints on the same examples. */
function CompareLink({ slug, evaluation, choice }: Pick<PanelHeadProps, "slug" | "evaluation" | "choice">) {
  const runs = finishedRuns(evaluation);
  const best = runs.find(({ step }) => step === evaluation.best?.step);
  const compared = [...new Set([runs[0], best, runs.at(-1)].flatMap((run) => run ?? []))];
  if (compared.length < 2) return null;
  return (
    <Button asChild size="small" kind="ghost">
      <Link
        href={compareHref(
          slug,
          compared.map(({ callId }) => callId),
          choice,
        )}
        title={`Compare the evaluations of step ${compared.map(({ step }) => step).join(", ")}`}
      >
        <GitCompare size={13} strokeWidth={1.7} aria-hidden="true" />
        <span className="max-md:sr-only">Compare</span>
      </Link>
    </Button>
  );
}
