"use client";

import { useNow } from "@/components/browser/use-now";
import type { QueueList } from "@/components/review/use-queues";
import { reviewerName, useReviewers } from "@/components/review/use-reviewers";
import { RuledTable, RuledTableCell, RuledTableHeadCell } from "@/components/training/lists/ruled-table";
import { Link } from "@/components/ui/link";
import type { AnnotationQueue, QueueStats } from "@/lib/api/contract/feedback/annotation-queues";
import { formatCount } from "@/lib/format/count";
import { MISSING } from "@/lib/format/missing";
import { formatAgo } from "@/lib/format/relative-time";
import { parseTime } from "@/lib/format/time";
import type { Workspace } from "@/lib/workspace/workspace";

type QueuesTableProps = { workspace: Workspace; queues: readonly AnnotationQueue[]; list: QueueList };

/** Queues with their progress. */
export function QueuesTable({ workspace, queues, list }: QueuesTableProps) {
  const reviewers = useReviewers();
  const nowMs = useNow();
  return (
    <RuledTable label="Review queues">
      <thead>
        <tr>
          <RuledTableHeadCell>Queue</RuledTableHeadCell>
          <RuledTableHeadCell isEnd className="max-md:hidden">
            Questions
          </RuledTableHeadCell>
          <RuledTableHeadCell className="max-md:hidden">Reviewers</RuledTableHeadCell>
          <RuledTableHeadCell isEnd>You</RuledTableHeadCell>
          <RuledTableHeadCell>Reviewed</RuledTableHeadCell>
          <RuledTableHeadCell isEnd className="max-md:hidden">
            Created
          </RuledTableHeadCell>
        </tr>
      </thead>
      <tbody>
        {queues.map((queue) => {
          const stats = list.stats.get(queue.id);
          const assigned = (queue.assignees ?? []).map((id) => reviewerName(reviewers, id));
          return (
            <tr key={queue.id} className="hover:bg-hover">
              <RuledTableCell className="max-w-[360px] truncate max-md:max-w-[160px]">
                <Link
                  href={`/${workspace.slug}/review/${encodeURIComponent(queue.id)}`}
                  className="font-medium hover:underline"
                >
                  {queue.name}
                </Link>
                {queue.description ? <span className="ml-2 text-ink-3">{queue.description}</span> : null}
              </RuledTableCell>
              <RuledTableCell isEnd className="max-md:hidden">
                {formatCount(queue.scorer_refs.length)}
              </RuledTableCell>
              <RuledTableCell className="max-w-[220px] truncate text-ink-2 max-md:hidden">
                {assigned.length === 0 ? "everyone" : assigned.join(", ")}
              </RuledTableCell>
              <RuledTableCell isEnd>{stats?.own_items == null ? MISSING : formatCount(stats.own_items)}</RuledTableCell>
              <RuledTableCell>{stats === undefined ? MISSING : <Progress stats={stats} />}</RuledTableCell>
              <RuledTableCell isEnd className="text-ink-3 max-md:hidden">
                {formatAgo(parseTime(queue.created_at), nowMs)}
              </RuledTableCell>
            </tr>
          );
        })}
      </tbody>
    </RuledTable>
  );
}

/** Reviewed items of all, as a bar and as figures. */
function Progress({ stats }: { stats: QueueStats }) {
  const done = stats.reviewed_items ?? stats.completed_items;
  const share = stats.total_items === 0 ? 0 : done / stats.total_items;
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden="true" className="h-1.5 w-24 overflow-hidden max-md:w-10 rounded-full bg-active">
        <span className="block h-full bg-accent" style={{ width: `${share * 100}%` }} />
      </span>
      <span className="tabular-nums">
        {formatCount(done)} of {formatCount(stats.total_items)}
      </span>
    </span>
  );
}
