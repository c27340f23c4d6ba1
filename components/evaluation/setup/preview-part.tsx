"use client";

import { useMutation } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { FailureState } from "@/components/state/failure-state";
import { Button } from "@/components/ui/button";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import type { EvaluationSettingsInput } from "@/lib/api/contract/evaluation-runs/evaluation-runs";
import type { ResultOf } from "@/lib/api/contract/operations";
import { formatDuration } from "@/lib/format/duration";
import { formatCallCost } from "@/lib/format/money";
import type { Workspace } from "@/lib/workspace/workspace";

type Preview = ResultOf<"evaluationRuns.preview">;
type Trial = Preview["rows"][number]["trials"][number];

const asText = (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

/** Runs the first three rows, and shows each answer with its scores. */
export function PreviewPart({
  workspace,
  settings,
}: {
  workspace: Workspace;
  settings: EvaluationSettingsInput | null;
}) {
  const preview = useMutation({
    mutationFn: (given: EvaluationSettingsInput) =>
      callOperation(workspace.connectionId, "evaluationRuns.preview", {
        body: { project_id: workspace.projectId, settings: given },
      }),
  });
  return (
    <section aria-label="Preview" className="border-b border-line">
      <div className="flex min-h-[42px] items-center gap-2 px-4 max-md:px-3">
        <h2 className="font-semibold">Preview</h2>
        <span className="text-small text-ink-3">{preview.data ? "first three rows" : "runs three rows"}</span>
        <Button
          kind="ghost"
          size="small"
          className="ml-auto"
          disabled={settings === null}
          isBusy={preview.isPending}
          icon={<Play size={13} strokeWidth={1.7} aria-hidden="true" />}
          onClick={() => {
            if (settings) preview.mutate(settings);
          }}
        >
          {preview.data ? "Try again" : "Try three rows"}
        </Button>
      </div>
      {preview.error ? <FailureState failure={failureOf(preview.error)} /> : null}
      {preview.data && settings ? <PreviewedRows preview={preview.data} settings={settings} /> : null}
    </section>
  );
}

function PreviewedRows({ preview, settings }: { preview: Preview; settings: EvaluationSettingsInput }) {
  return (
    <>
      <ul>
        {preview.rows.map(({ position, trials }) => (
          <li key={position} className="border-t border-line px-4 max-md:px-3 py-1.5 text-small">
            <span className="text-ink-3 tabular-nums">Row {position}</span>
            {trials.map((trial) => (
              <PreviewedTrial
                key={trial.model_index}
                trial={trial}
                model={trials.length > 1 ? (settings.models[trial.model_index]?.model ?? "") : ""}
              />
            ))}
          </li>
        ))}
      </ul>
      <p className="border-t border-line px-4 max-md:px-3 py-1.5 text-micro text-ink-3">
        Cost {formatCallCost(preview.cost_usd)}. The requests are stored as calls.
      </p>
    </>
  );
}

function scoreText(score: unknown): string {
  if (score === null) return "no score";
  if (typeof score === "boolean") return score ? "yes" : "no";
  return asText(score);
}

function PreviewedTrial({ trial, model }: { trial: Trial; model: string }) {
  return (
    <div className="grid gap-0.5 py-0.5">
      {model === "" ? null : <span className="truncate text-code text-ink-3">{model}</span>}
      <span className={trial.error === null ? "line-clamp-2" : "text-err [overflow-wrap:anywhere]"}>
        {trial.error ?? asText(trial.output)}
      </span>
      <ul className="flex flex-wrap gap-x-2.5 text-micro text-ink-2">
        {trial.scores.map(({ name, score, error }) => (
          <li key={name} className="[overflow-wrap:anywhere]">
            <span className="text-ink-3">{name}</span>{" "}
            {error === null ? scoreText(score) : <span className="text-err">failed: {error}</span>}
          </li>
        ))}
        <li className="text-ink-3">{formatDuration(trial.latency_ms)}</li>
      </ul>
    </div>
  );
}
