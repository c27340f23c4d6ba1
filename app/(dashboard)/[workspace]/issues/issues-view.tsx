"use client";

import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useMemo, useRef } from "react";
import { IssuePane } from "@/app/(dashboard)/[workspace]/issues/detail/issue-pane";
import { IssueList } from "@/app/(dashboard)/[workspace]/issues/list/issue-list";
import { isInView, shownIssues } from "@/app/(dashboard)/[workspace]/issues/parts/issue-words";
import { issuesQuery, spanOf } from "@/app/(dashboard)/[workspace]/issues/parts/issues-query";
import { useTimeRange } from "@/components/address/use-time-range";
import { useIsWide } from "@/components/browser/use-is-wide";
import { useNow } from "@/components/browser/use-now";
import { KeyHints, keyHint } from "@/components/keyboard/key-hints";
import { useKeys } from "@/components/keyboard/use-keys";
import { WorkspaceGate } from "@/components/session/workspace-gate";
import { PaneState } from "@/components/state/pane-state";
import { PageFoot, PageHead } from "@/components/ui/page-head";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import type { Issue } from "@/lib/api/contract/issues/issues";
import { nameInSentence, timeRangeName } from "@/lib/filter/time-range";
import { countOf, formatCount } from "@/lib/format/count";
import { formatAgo } from "@/lib/format/relative-time";
import { parseTime } from "@/lib/format/time";
import { classNames } from "@/lib/style/class-names";
import type { Workspace } from "@/lib/workspace/workspace";
import { NoIssueList } from "./no-issue-list";
import { issuesParams } from "./search-params";

/** A minute is the smallest step of most ages shown here. */
const CLOCK_INTERVAL_MS = 10_000;

/** The issues of a workspace. */
export function IssuesView() {
  return <WorkspaceGate>{(workspace) => <Issues key={workspace.id} workspace={workspace} />}</WorkspaceGate>;
}

function Issues({ workspace }: { workspace: Workspace }) {
  const searchBox = useRef<HTMLInputElement>(null);
  const isWide = useIsWide();
  const nowMs = useNow(CLOCK_INTERVAL_MS);
  const { range } = useTimeRange();
  const [params, setParams] = useQueryStates(issuesParams);
  // A relative range is measured from the moment it was chosen.
  const span = useMemo(() => spanOf(range, Date.now()), [range]);
  const list = useQuery(issuesQuery(workspace, span));
  const issues = list.data?.issues ?? [];
  const shown = shownIssues(issues, params.view, params.q);
  const selectedId = params.issue ?? (isWide ? (shown[0]?.id ?? null) : null);
  const select = (issue: Issue | undefined) => {
    if (issue === undefined) return;
    void setParams({ issue: issue.id });
    document.querySelector(`[data-issue="${issue.id}"]`)?.scrollIntoView({ block: "nearest" });
  };
  const step = (by: 1 | -1) => select(shown[shown.findIndex(({ id }) => id === selectedId) + by]);
  useKeys("issues", { j: () => step(1), ArrowDown: () => step(1), k: () => step(-1), ArrowUp: () => step(-1) });
  useKeys("everywhere", { "/": () => searchBox.current?.focus() });
  const failure = list.error ? failureOf(list.error) : null;
  const isDetail = params.issue !== null;
  const open = issues.filter((issue) => isInView(issue, "open")).length;
  const rangeName = nameInSentence(timeRangeName(range, nowMs));
  return (
    <>
      <PageHead
        title="Issues"
        {...(list.data ? { count: `${open} open, ${countOf(list.data.call_count, "call")} in ${rangeName}` } : {})}
      />
      {list.isPending ? <ProgressBar label="Loading issues" /> : null}
      {issues.length === 0 ? (
        <NoIssueList workspace={workspace} list={list} />
      ) : (
        <div className="grid min-h-0 flex-1 grid-cols-[clamp(320px,28%,400px)_minmax(0,1fr)] border-t border-line max-lg:grid-cols-[minmax(0,1fr)]">
          <section
            aria-label="Issues"
            className={classNames(
              "flex min-h-0 min-w-0 flex-col border-r border-line max-lg:border-r-0",
              isDetail && "max-lg:hidden",
            )}
          >
            <IssueList
              issues={issues}
              view={params.view}
              query={params.q}
              selectedId={selectedId}
              nowMs={nowMs}
              searchRef={searchBox}
              onView={(view) => void setParams({ view, issue: null })}
              onQuery={(q) => void setParams({ q, issue: null })}
              onSelect={select}
            />
          </section>
          <section
            aria-label="Issue"
            onKeyDown={(event) => {
              if (event.key.startsWith("Arrow")) event.stopPropagation();
            }}
            className={classNames("flex min-h-0 min-w-0 flex-col", !isDetail && "max-lg:hidden")}
          >
            {selectedId === null ? (
              <PaneState kind="empty" title="No issue selected">
                Select an issue on the left, or move with J and K.
              </PaneState>
            ) : (
              <IssuePane
                workspace={workspace}
                issueId={selectedId}
                span={span}
                range={range}
                nowMs={nowMs}
                onClose={() => void setParams({ issue: null })}
              />
            )}
          </section>
        </div>
      )}
      <PageFoot
        hints={
          <KeyHints
            hints={[
              keyHint("issues", ["j", "k"], "issue"),
              keyHint("issues", ["r"], "resolve"),
              keyHint("issues", ["i"], "ignore"),
              keyHint("issues", ["t"], "traces"),
            ]}
          />
        }
      >
        <span>regressed, new, ongoing, then by calls</span>
        {list.data?.judged_at ? (
          <span className="max-md:hidden">looked {formatAgo(parseTime(list.data.judged_at), nowMs)}</span>
        ) : null}
        {list.data?.is_cut ? (
          <span className="text-warn">more than {formatCount(issues.length)} issues: some are not counted</span>
        ) : null}
        {failure && issues.length > 0 ? <span className="text-warn">could not refresh: {failure.message}</span> : null}
      </PageFoot>
    </>
  );
}
