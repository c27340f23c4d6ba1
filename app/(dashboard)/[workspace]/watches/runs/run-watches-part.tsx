"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { openedLater } from "@/components/dialog/opened-later";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { FailureState } from "@/components/state/failure-state";
import { RuledTable, RuledTableCell, RuledTableHead } from "@/components/training/lists/ruled-table";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { ruleName, runWatchSummary } from "@/components/watches/runs/run-rule-words";
import { runWatchesQuery, runWatchQuery } from "@/components/watches/watches-query";
import { failureOf } from "@/lib/api/client/request-failure";
import type { RunWatch } from "@/lib/api/contract/watches/run-watches";
import { formatTime, parseTime } from "@/lib/format/time";
import type { Workspace } from "@/lib/workspace/workspace";

const RunRulesDialog = openedLater(
  async () => (await import("@/components/watches/runs/run-rules-dialog")).RunRulesDialog,
);

/** Runs are judged each minute. */
const REFRESH_MS = 30_000;

type RunWatchesPartProps = { workspace: Workspace; isMember: boolean };

/** Training runs that are watched, those that go on first. Nothing where the service does not watch them. */
export function RunWatchesPart({ workspace, isMember }: RunWatchesPartProps) {
  const [isEditing, setIsEditing] = useState(false);
  const list = useQuery({
    ...runWatchesQuery(workspace),
    refetchInterval: ({ state: { error } }) => (error === null ? REFRESH_MS : false),
  });
  const all = useQuery({ ...runWatchQuery(workspace), enabled: list.isSuccess });
  const failure = list.error ? failureOf(list.error) : null;
  if (failure?.kind === "unsupported" || (list.data === undefined && failure === null)) return null;
  const { runs = [] } = list.data ?? {};
  return (
    <section aria-label="Training runs" className="flex-none border-t border-line">
      <header className="flex items-center gap-2.5 px-4 py-2 max-md:px-3">
        <h2 className="text-base font-medium">Training runs</h2>
        <span className="min-w-0 truncate text-small text-ink-3">
          {all.data?.settings.is_on === false ? "not watched" : "each run is watched unless it is switched off"}
        </span>
        {isMember && all.data ? (
          <Button size="small" className="ml-auto" onClick={() => setIsEditing(true)}>
            Rules for all runs…
          </Button>
        ) : null}
      </header>
      {failure !== null && list.data === undefined ? (
        <FailureState failure={failure} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />
      ) : runs.length === 0 ? (
        <p className="px-4 pb-4 text-small text-ink-3 max-md:px-3">
          No run is in progress, and none ended while a rule fired.
        </p>
      ) : (
        <RuledTable label="Watched training runs" className="border-t border-line">
          <RuledTableHead columns={["State", "Run", "Judged"]} />
          <tbody>
            {runs.map((run) => (
              <RunRow key={run.run_id} slug={workspace.slug} run={run} />
            ))}
          </tbody>
        </RuledTable>
      )}
      {isEditing && all.data ? (
        <RunRulesDialog workspace={workspace} detail={all.data} canAct onClose={() => setIsEditing(false)} />
      ) : null}
    </section>
  );
}

function RunRow({ slug, run }: { slug: string; run: RunWatch }) {
  const { status, text, firing } = runWatchSummary(run, true);
  return (
    <tr className="align-top hover:bg-hover">
      <RuledTableCell className="py-2">
        <span className="flex items-center gap-1.5">
          <StatusGlyph status={status} label="" />
          <span className={firing.length > 0 && !run.is_over ? "font-medium text-err" : ""}>{text}</span>
        </span>
      </RuledTableCell>
      <RuledTableCell className="py-2 whitespace-normal">
        <Link
          href={`/${slug}/runs/${encodeURIComponent(run.run_id)}`}
          className="font-medium [overflow-wrap:anywhere] hover:underline"
        >
          {run.name}
        </Link>
        {firing.map(({ rule, sentence }) => (
          <p key={rule} className="text-ink-3 [overflow-wrap:anywhere]">
            {ruleName(rule)}: {sentence}
          </p>
        ))}
      </RuledTableCell>
      <RuledTableCell className="py-2">{formatTime(parseTime(run.judged_at), Date.now())}</RuledTableCell>
    </tr>
  );
}
