"use client";

import { ListTree, Play, X } from "lucide-react";
import { useRouter } from "next/navigation";
import { EXAMPLE_PANE_CLASSES } from "@/app/(dashboard)/[workspace]/evaluations/[runId]/example/example-pane-classes";
import { ExpectedAndOutput } from "@/app/(dashboard)/[workspace]/evaluations/[runId]/example/expected-and-output";
import { ScorerList } from "@/app/(dashboard)/[workspace]/evaluations/[runId]/example/scorer-list";
import { usePlaygroundCall } from "@/app/(dashboard)/[workspace]/evaluations/[runId]/example/use-playground-call";
import { useTrialCalls } from "@/app/(dashboard)/[workspace]/evaluations/[runId]/example/use-trial-calls";
import { MessageText } from "@/components/chat/message-text";
import { JsonViewer } from "@/components/json/json-viewer";
import { useKeys } from "@/components/keyboard/use-keys";
import { useMessageForm } from "@/components/markdown/message-form";
import { FailureState } from "@/components/state/failure-state";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import type { EvaluationResultRow } from "@/lib/api/contract/evaluations/results";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import { guessExpected, shownExample } from "@/lib/evaluation/runs/example-columns";
import { formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { isJsonObject } from "@/lib/guard/json-object";
import { mediaInside, mediaInText } from "@/lib/json/media/media-inside";
import { parseTruncatedJson } from "@/lib/json/scan/cut-json";
import { classNames } from "@/lib/style/class-names";
import type { Workspace } from "@/lib/workspace/workspace";

type ExamplePaneProps = {
  workspace: Workspace;
  run: EvaluationRun;
  row: EvaluationResultRow;
  /** From 1. */
  trialNumber: number;
  onTrial: (trial: number) => void;
  onClose: () => void;
};

/** The chosen example: its input, one trial's answer against the expected one, and what each scorer said. */
export function ExamplePane({ workspace, row, trialNumber, onTrial, onClose }: ExamplePaneProps) {
  const router = useRouter();
  const [form] = useMessageForm();
  const trials = row.runs[0]?.trials ?? [];
  const trial = trials[Math.min(trialNumber, trials.length) - 1] ?? trials[0];
  const playgroundCall = usePlaygroundCall(workspace, trial?.model_call_id ?? null);
  const members = membersOf(row);
  const example = shownExample(row.example, row.example_length > (row.example?.length ?? 0), guessExpected(members));
  useKeys("evaluation", {
    "1-8": (event) => {
      const number = Number(event.key);
      if (number <= trials.length) onTrial(number);
    },
    t: () => trial !== undefined && router.push(`/${workspace.slug}/traces/${encodeURIComponent(trial.call_id)}`),
  });
  useKeys("everywhere", { Escape: onClose });
  return (
    <section aria-label="Example" className={EXAMPLE_PANE_CLASSES}>
      <div className="flex h-10 flex-none items-center gap-2 border-b border-line pr-2 pl-4">
        <h2 className="flex-none font-medium">
          {row.position === null ? "Example" : `Row ${formatCount(row.position)}`}
        </h2>
        <span className="min-w-0 truncate text-code text-micro text-ink-3 max-md:hidden" title={row.digest}>
          {row.digest.slice(0, 8)}…
        </span>
        <span className="ml-auto flex flex-none gap-1">
          {playgroundCall !== null ? (
            <Button asChild kind="ghost" size="small">
              <Link href={`/${workspace.slug}/playground?call=${encodeURIComponent(playgroundCall)}`}>
                <Play size={13} strokeWidth={1.7} aria-hidden="true" className="max-md:hidden" />
                Playground
              </Link>
            </Button>
          ) : null}
          {trial === undefined ? null : (
            <Button asChild size="small">
              <Link href={`/${workspace.slug}/traces/${encodeURIComponent(trial.call_id)}`}>
                <ListTree size={13} strokeWidth={1.7} aria-hidden="true" className="max-md:hidden" />
                Open trace
              </Link>
            </Button>
          )}
          <Button kind="ghost" size="icon-small" aria-label="Close" onClick={onClose}>
            <X size={14} strokeWidth={1.7} aria-hidden="true" />
          </Button>
        </span>
      </div>
      <div className="min-h-0 flex-1 overflow-auto">
        <div className="border-b border-line px-4 py-2">
          <h3 className="text-micro text-ink-3">Input</h3>
          {row.example === null ? (
            <p className="text-small text-warn">The row was deleted from the dataset; its digest is {row.digest}.</p>
          ) : isJsonObject(example.value) && (Object.keys(example.value).length > 2 || hasMedia(example.value)) ? (
            <JsonViewer label="example" value={example.value} />
          ) : mediaInText(example.input, 1).length > 0 ? (
            <JsonViewer label="example" value={cutExample(row)} isCut={row.example_length > row.example.length} />
          ) : (
            <MessageText text={example.input} form={form} className="text-base" />
          )}
        </div>
        {trials.length > 1 ? (
          <div role="tablist" aria-label="Trials" className="flex flex-wrap border-b border-line">
            {trials.map((each, index) => (
              <button
                key={each.call_id}
                type="button"
                role="tab"
                aria-selected={each === trial}
                onClick={() => onTrial(index + 1)}
                className={classNames(
                  "flex-1 border-r border-line px-3 py-1.5 text-left text-small whitespace-nowrap max-md:px-2",
                  each === trial
                    ? "bg-accent-tint font-medium shadow-[inset_0_-2px_var(--accent)]"
                    : "text-ink-2 hover:bg-hover",
                )}
              >
                Trial {index + 1}{" "}
                <span className={classNames("ml-1.5", each.state === "failed" ? "text-err" : "text-ink-3")}>
                  {each.state === "failed" ? "failed" : formatDuration(each.latency_ms)}
                </span>
              </button>
            ))}
          </div>
        ) : null}
        {trial === undefined ? null : (
          <TrialDetails workspace={workspace} trialId={trial.call_id} trial={trial} expected={example} />
        )}
      </div>
    </section>
  );
}

const hasMedia = (value: unknown) => mediaInside(value, 1).length > 0;

/** The example, or the beginning of one that is too long to be sent whole. */
function cutExample({ example }: EvaluationResultRow): unknown {
  return example === null ? null : parseTruncatedJson(example);
}

function membersOf(row: EvaluationResultRow): string[] {
  if (row.example === null || row.example_length > row.example.length) return [];
  const value: unknown = JSON.parse(row.example);
  return isJsonObject(value) ? Object.keys(value) : [];
}

type TrialDetailsProps = {
  workspace: Workspace;
  trialId: string;
  trial: NonNullable<EvaluationResultRow["runs"][number]>["trials"][number];
  expected: ReturnType<typeof shownExample>;
};

function TrialDetails({ workspace, trialId, trial, expected }: TrialDetailsProps) {
  const query = useTrialCalls(workspace, trialId);
  if (query.isError) {
    return (
      <FailureState
        failure={failureOf(query.error)}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  }
  if (query.data === undefined) return <ProgressBar label="Loading trial" />;
  return (
    <>
      <ExpectedAndOutput calls={query.data} trial={trial} expected={expected} />
      <ScorerList workspace={workspace} calls={query.data} trial={trial} />
    </>
  );
}
