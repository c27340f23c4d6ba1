"use client";

import { Download } from "lucide-react";
import { Button } from "@/components/ui/button";
import { ProgressBar } from "@/components/ui/progress-bar";
import { askAgain } from "@/lib/api/client/absent-operations";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import { sliceMethodWords } from "@/lib/evaluation/runs/slice-words";
import { fileNameOf } from "@/lib/export/file-naming";
import { downloadBlob } from "@/lib/export/file-sink";
import { failureText } from "@/lib/failure/failure-text";
import type { Workspace } from "@/lib/workspace/workspace";
import type { NamedSlices } from "./slices-choice";
import { slicesCsv, slicesFileName } from "./slices-csv";
import { TwoSlicesHead } from "./two-slices-head";
import { TwoSlicesTable } from "./two-slices-table";
import { useTwoSlices } from "./use-two-slices";

type TwoSlicesPanelProps = {
  workspace: Workspace;
  runs: readonly EvaluationRun[];
  /** The compared score: its rows are first. */
  scoreId: string;
  named: NamedSlices;
  /** True where models were trained on some of the rows. */
  isMixed: boolean;
  onChoice: (named: NamedSlices) => void;
};

/** Each score of the compared runs over two slices of their rows, and the difference of the slices. */
export function TwoSlicesPanel({ workspace, runs, scoreId, named, isMixed, onChoice }: TwoSlicesPanelProps) {
  const ids = runs.map(({ id }) => id);
  const slices = useTwoSlices(workspace, ids, scoreId, named);
  const { choice, data, failure, isChanging } = slices;
  const shown = failure === null ? data : undefined;
  const save = () => {
    if (shown === undefined) return;
    const content = new Blob([slicesCsv(shown, runs)], { type: "text/csv" });
    void fileNameOf(slicesFileName(shown)).then((name) => downloadBlob(content, name));
  };
  const methods = sliceMethodWords(shown?.runs.flatMap(({ scores }) => scores) ?? []);
  return (
    <section aria-label="Slices side by side" className="flex min-w-0 flex-none flex-col border-t border-line">
      <TwoSlicesHead slices={slices} by={named.by} isMixed={isMixed} onChoice={onChoice}>
        <Button
          size="small"
          disabled={shown === undefined || isChanging}
          onClick={save}
          icon={<Download size={13} strokeWidth={1.7} aria-hidden="true" />}
        >
          CSV
        </Button>
      </TwoSlicesHead>
      {failure !== null ? (
        <SlicesFailure failure={failure} isRetrying={slices.isRetrying} onRetry={slices.retry} />
      ) : slices.isLoading ? (
        <ProgressBar label="Comparing slices" />
      ) : choice === null ? (
        <p className="border-t border-line px-4 py-2 text-small text-ink-2 max-md:px-3">
          {named.by} has fewer than two values. Choose another member.
        </p>
      ) : shown === undefined ? null : (
        <div aria-busy={isChanging} className={isChanging ? "opacity-60" : undefined}>
          <TwoSlicesTable runs={runs} compared={shown} scoreId={scoreId} />
          <p className="px-4 py-1 text-micro text-ink-3 max-md:px-3">
            {["all rows of each run count; two slices share none", ...(methods === "" ? [] : [methods])].join("; ")}
          </p>
        </div>
      )}
    </section>
  );
}

type SlicesFailureProps = { failure: ServiceFailure; isRetrying: boolean; onRetry: () => void };

function SlicesFailure({ failure, isRetrying, onRetry }: SlicesFailureProps) {
  const text = failureText(failure);
  const retry = () => {
    if (failure.kind === "unsupported") askAgain(failure.operation);
    onRetry();
  };
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-1.5 text-small text-err max-md:px-3"
    >
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {text.title}: {failure.message}
      </span>
      {text.canRetry ? (
        <Button size="small" isBusy={isRetrying} onClick={retry}>
          Retry
        </Button>
      ) : null}
    </div>
  );
}
