"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { type IssueSpan, issueQuery } from "@/app/(dashboard)/[workspace]/issues/parts/issues-query";
import { openedLater } from "@/components/dialog/opened-later";
import { useKeys } from "@/components/keyboard/use-keys";
import { useHasRole } from "@/components/session/use-role";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import type { IssueDetail } from "@/lib/api/contract/issues/issues";
import type { TimeRange } from "@/lib/filter/time-range";
import { parseTime } from "@/lib/format/time";
import type { Workspace } from "@/lib/workspace/workspace";
import { CommonPart } from "./common-part";
import { ExamplesPart, issueTracesHref } from "./examples-part";
import { IssueChart } from "./issue-chart";
import { IssueFacts } from "./issue-facts";
import { IssueHead } from "./issue-head";
import { NotePart } from "./note-part";
import { ActivityPart, ReleasesPart, UsersPart } from "./side-parts";
import { useIssueChange } from "./use-issue-change";

const ReviewDialog = openedLater(async () => (await import("@/components/review/create/review-dialog")).ReviewDialog);

type IssuePaneProps = {
  workspace: Workspace;
  issueId: string;
  span: IssueSpan;
  range: TimeRange;
  nowMs: number;
  onClose: () => void;
};

/** One issue: its figures, its calls over time, what they have in common, and what people did about it. */
export function IssuePane({ workspace, issueId, span, onClose, ...rest }: IssuePaneProps) {
  const read = useQuery(issueQuery(workspace, issueId, span));
  const failure = read.error ? failureOf(read.error) : null;
  if (read.data !== undefined)
    return <Issue key={issueId} workspace={workspace} issue={read.data} span={span} onClose={onClose} {...rest} />;
  if (failure?.kind === "not-found")
    return (
      <PaneState
        kind="no-match"
        title="This issue does not exist"
        actions={
          <Button size="small" onClick={onClose}>
            Back to the list
          </Button>
        }
      >
        It was deleted. A new call of its kind makes it again.
      </PaneState>
    );
  if (failure)
    return <FailureState failure={failure} onRetry={() => void read.refetch()} isRetrying={read.isFetching} />;
  return <ProgressBar label="Loading the issue" />;
}

type IssueProps = Omit<IssuePaneProps, "issueId"> & { issue: IssueDetail };

function Issue({ workspace, issue, span, range, nowMs, onClose }: IssueProps) {
  const router = useRouter();
  const isMember = useHasRole("member") === true;
  const change = useIssueChange(issue, workspace);
  const [isIgnoreOpen, setIgnoreOpen] = useState(false);
  const [isReviewing, setReviewing] = useState(false);
  const isClosed = issue.state === "resolved" || issue.state === "ignored";
  const { slug } = workspace;
  useKeys("issues", {
    r: () => {
      if (isMember && !change.isPending) change.mutate({ kind: isClosed ? "reopen" : "resolve" });
    },
    i: () => {
      if (isMember && issue.state !== "ignored") setIgnoreOpen(true);
    },
    t: () => router.push(issueTracesHref(slug, issue, range)),
  });
  const fromMs = parseTime(span.after ?? issue.first_at) ?? nowMs;
  const toMs = parseTime(span.before) ?? nowMs;
  const head = { isIgnoreOpen, onIgnoreOpen: setIgnoreOpen, onReview: () => setReviewing(true), onClose };
  return (
    <>
      <IssueHead slug={slug} issue={issue} change={change} isMember={isMember} {...head} />
      <IssueFacts issue={issue} nowMs={nowMs} />
      <div className="min-h-0 flex-1 overflow-auto">
        <IssueChart issue={issue} fromMs={fromMs} toMs={toMs} nowMs={nowMs} />
        <div className="grid grid-cols-[minmax(0,1fr)_292px] max-xl:grid-cols-[minmax(0,1fr)]">
          <div className="min-w-0 border-r border-line max-xl:border-r-0">
            <CommonPart issue={issue} />
            <ExamplesPart slug={slug} issue={issue} range={range} nowMs={nowMs} />
          </div>
          <div className="min-w-0 max-xl:border-t max-xl:border-line">
            <NotePart issue={issue} change={change} isMember={isMember} />
            <UsersPart issue={issue} />
            <ReleasesPart issue={issue} />
            <ActivityPart issue={issue} nowMs={nowMs} />
          </div>
        </div>
      </div>
      {isReviewing ? (
        <ReviewDialog
          workspace={workspace}
          subjects={{ callIds: issue.examples.map(({ id }) => id), threadIds: [] }}
          onClose={() => setReviewing(false)}
        />
      ) : null}
    </>
  );
}
