"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { Checkbox } from "@/components/form/checkbox";
import { Input } from "@/components/form/input";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { useHasRole } from "@/components/session/use-role";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { ProgressBar } from "@/components/ui/progress-bar";
import { appQueryKey, callApp } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import { formatDuration } from "@/lib/format/duration";
import type { Status } from "@/lib/format/status";
import { formatTime, parseTime } from "@/lib/format/time";
import type { Connection } from "@/lib/workspace/connection";
import { testCounts, testReport, testRows } from "./prepare-connection-test";
import { TestTable } from "./tested-operations-table";

type TestResultProps = {
  connection: Connection;
  /** The project that read requests use. */
  projectId: string | undefined;
};

/** The result of the last test by operation, and the button that runs it again. */
export function TestResult({ connection, projectId }: TestResultProps) {
  const [completionModel, setCompletionModel] = useState<string | null>(null);
  const isMember = useHasRole("member");
  const queryClient = useQueryClient();
  const run = useMutation({
    mutationFn: () =>
      callApp("connections.test", {
        id: connection.id,
        mayCreateCompletion: completionModel !== null && completionModel !== "",
        ...(completionModel ? { completionModel } : {}),
        ...(projectId ? { projectId } : {}),
      }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: appQueryKey("connections.list") }),
        // They say what the test has found, too.
        queryClient.invalidateQueries({ queryKey: appQueryKey("workspaces.list") }),
      ]),
  });
  const test = run.data?.test ?? connection.lastTest;
  const rows = test ? testRows(test) : [];
  return (
    <section aria-label="Test result" className="flex min-h-0 min-w-0 flex-col">
      <header className="flex h-[42px] flex-none items-center gap-2 px-4 max-md:px-3">
        <h2 className="font-medium whitespace-nowrap">Test result</h2>
        {test ? (
          <span className="truncate text-small text-ink-3">
            {formatTime(parseTime(test.testedAt), Date.now())}, {formatDuration(test.durationMs)} for {rows.length}{" "}
            operations, read-only
          </span>
        ) : null}
        <span className="ml-auto flex flex-none items-center gap-1.5">
          {test ? (
            <CopyButton
              text={testReport(connection.name, connection.baseUrl, test)}
              label="Copy report"
              copiedMessage="Report copied"
            />
          ) : null}
          <Button
            size="small"
            icon={<RefreshCw size={13} strokeWidth={1.7} aria-hidden="true" />}
            isBusy={run.isPending}
            disabled={!isMember}
            onClick={() => run.mutate()}
          >
            {test ? "Test again" : "Test connection"}
          </Button>
        </span>
      </header>
      <div className="flex min-h-[26px] flex-none flex-wrap items-center gap-x-3.5 gap-y-1 px-4 pb-2 text-small text-ink-2 max-md:px-3">
        {test ? <Counts counts={testCounts(rows)} /> : null}
        <label className="ml-auto flex items-center gap-1.5">
          <Checkbox
            checked={completionModel !== null}
            disabled={!isMember}
            onCheckedChange={(isChecked) => setCompletionModel(isChecked === true ? "" : null)}
            aria-label="Also request a completion of one token, which may be billed"
          />
          include a one-token completion, which may be billed
        </label>
        {completionModel === null ? null : (
          <Input
            size="small"
            isMono
            aria-label="Completion model"
            placeholder="model"
            value={completionModel}
            onChange={(event) => setCompletionModel(event.target.value)}
            className="w-40"
          />
        )}
      </div>
      {run.isPending ? <ProgressBar label="Testing connection" /> : null}
      {run.isError ? (
        <FailureState failure={failureOf(run.error)} onRetry={() => run.mutate()} />
      ) : test ? (
        <TestTable rows={rows} />
      ) : (
        <PaneState kind="empty" title="Not tested yet">
          The test looks for every operation without changing data: it reads at most one record, and asks with OPTIONS
          whether a write exists.
        </PaneState>
      )}
    </section>
  );
}

function Counts({ counts }: { counts: ReturnType<typeof testCounts> }) {
  const all: readonly (readonly [Status, number, string])[] = [
    ["ok", counts.supported, "supported"],
    ["error", counts.refused, "rejected"],
    ["unsupported", counts.missing, "not supported"],
    ["unknown", counts.unknown, "unknown"],
  ];
  return all.map(([status, count, words]) =>
    count === 0 ? null : (
      <span key={words} className="flex items-center gap-1.5 whitespace-nowrap">
        <StatusGlyph status={status} label="" />
        {count} {words}
      </span>
    ),
  );
}
