"use client";

import { useMemo } from "react";
import { Select } from "@/components/form/select";
import { ScoresPanel } from "@/components/score/figures/scores-panel";
import type { TracesScope } from "@/lib/address/traces-href";
import type { ProjectScore } from "@/lib/api/contract/feedback/scores";
import { groupings } from "@/lib/calls/grouping";
import { quoteValue } from "@/lib/filter/query-text";
import { countOf, formatCount } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";

/** Threads whose calls one request selects. */
const MAX_THREADS = 1000;
/** Threads that a link to their calls names; a link from more of them is to the scored calls of all threads. */
const MAX_LINKED_THREADS = 20;

type ThreadScoresProps = {
  workspace: Workspace;
  /** The threads that match, in the order of the list. */
  threadIds: readonly string[];
  scores: readonly ProjectScore[];
  /** The name of the grouping; `none` for no groups. */
  by: string;
  onByChange: (by: string) => void;
  isLive: boolean;
};

/** The scores of all calls in the threads that match. */
export function ThreadScores({ workspace, threadIds, scores, by, onByChange, isLive }: ThreadScoresProps) {
  const ids = useMemo(() => threadIds.slice(0, MAX_THREADS), [threadIds]);
  const { slug } = workspace;
  const scope = useMemo((): TracesScope => {
    const named = ids.length <= MAX_LINKED_THREADS ? ids.map(quoteValue).join(",") : "*";
    return { slug, query: `thread:${named}`, source: "all", areRootsOnly: false, range: { kind: "all" } };
  }, [slug, ids]);
  const grouping = groupings.find(({ name }) => name === by) ?? null;
  const left = threadIds.length - ids.length;
  return (
    <div className="max-h-[45%] flex-none overflow-y-auto border-b border-line">
      <ScoresPanel
        workspace={workspace}
        scores={scores}
        scope={scope}
        requestKey={[ids, by]}
        isLive={isLive}
        callsAt={() => ({ filter: { thread_ids: [...ids] }, by: grouping?.by ?? null })}
        note={`calls of ${countOf(ids.length, "thread")}${left > 0 ? `, without ${formatCount(left)} further ones` : ""}`}
        controls={
          <Select
            label="Group scores by"
            value={grouping?.name ?? "none"}
            onChange={onByChange}
            className="h-(--ctl-h-small) w-28 text-small max-md:h-8"
            options={[
              { value: "none", label: "No groups" },
              ...groupings.map(({ name, label }) => ({ value: name, label: `By ${label}` })),
            ]}
          />
        }
      />
    </div>
  );
}
