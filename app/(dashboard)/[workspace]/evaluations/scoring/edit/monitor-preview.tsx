"use client";

import { useMutation } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { ScoreResult } from "@/components/evaluation/monitors/score-result";
import { FailureState } from "@/components/state/failure-state";
import { Button } from "@/components/ui/button";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import type { MonitorPreview, MonitorSettingsInput } from "@/lib/api/contract/monitors/monitors";
import { formatCallCost } from "@/lib/format/money";
import { formatTime, parseTime } from "@/lib/format/time";
import type { Workspace } from "@/lib/workspace/workspace";

type MonitorPreviewPartProps = { workspace: Workspace; settings: MonitorSettingsInput | null };

const asText = (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

/** Runs the scorers on the three newest calls that match, and shows what they say. */
export function MonitorPreviewPart({ workspace, settings }: MonitorPreviewPartProps) {
  const preview = useMutation({
    mutationFn: (given: MonitorSettingsInput) =>
      callOperation(workspace.connectionId, "monitors.preview", {
        body: { project_id: workspace.projectId, settings: given },
      }),
  });
  return (
    <section aria-label="Preview" className="border-b border-line">
      <div className="flex min-h-[42px] items-center gap-2 px-4">
        <h2 className="font-semibold">Preview</h2>
        <span className="text-small text-ink-3">three newest calls that match</span>
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
          {preview.data ? "Try again" : "Try three calls"}
        </Button>
      </div>
      {preview.error ? <FailureState failure={failureOf(preview.error)} /> : null}
      {preview.data ? <PreviewedCalls calls={preview.data.calls} /> : null}
    </section>
  );
}

function PreviewedCalls({ calls }: Pick<MonitorPreview, "calls">) {
  if (calls.length === 0) return <p className="px-4 pb-3 text-small text-ink-2">No finished call matches.</p>;
  return (
    <ul>
      {calls.map(({ call_id: id, started_at: startedAt, output, scores, cost_usd: cost }) => (
        <li key={id} className="grid gap-1 border-t border-line px-4 py-1.5 text-small">
          <span className="text-micro text-ink-3">
            {formatTime(parseTime(startedAt), Date.now())}, {formatCallCost(cost)}
          </span>
          <p className="line-clamp-3 text-code [overflow-wrap:anywhere]">{asText(output)}</p>
          <span className="flex flex-wrap gap-x-3">
            {scores.map(({ name, score, error }) => (
              <ScoreResult key={name} name={name} score={score} error={error} />
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}
