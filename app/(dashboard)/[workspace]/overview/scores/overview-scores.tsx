"use client";

import {
  type OverviewRequest,
  statsBody,
} from "@/app/(dashboard)/[workspace]/overview/question/prepare-overview-request";
import { useProjectScores } from "@/components/score/use-project-scores";
import { partLoadedLater } from "@/components/ui/loaded-later";
import type { TracesScope } from "@/lib/address/traces-href";
import { readGrouping } from "@/lib/calls/grouping";
import type { Workspace } from "@/lib/workspace/workspace";

const ScoresPanel = partLoadedLater(async () => (await import("@/components/score/figures/scores-panel")).ScoresPanel);

type OverviewScoresProps = {
  workspace: Workspace;
  question: OverviewRequest;
  scope: TracesScope;
  isLive: boolean;
  /** The width of the buckets of the other charts. */
  bucketSeconds: number;
};

/** The scores of the counted calls, in projects that have any. */
export function OverviewScores({ workspace, question, scope, isLive, bucketSeconds }: OverviewScoresProps) {
  const { scores } = useProjectScores(workspace);
  if (scores.length === 0) return null;
  const isLiveRange = isLive && !(question.range.kind === "absolute" && question.range.toMs !== null);
  return (
    <ScoresPanel
      workspace={workspace}
      scores={scores}
      scope={scope}
      requestKey={[question, bucketSeconds]}
      isLive={isLiveRange}
      callsAt={(nowMs) => {
        const { filter, query, after, before, time_zone } = statsBody(question, nowMs).body;
        const buckets = { bucket_seconds: bucketSeconds, time_zone };
        return { filter, query, after, before, ...buckets, by: readGrouping(question.groupName).by };
      }}
    />
  );
}
