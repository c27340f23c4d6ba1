"use client";

import { ArrowUp, Layers } from "lucide-react";
import { SortMenu } from "@/app/(dashboard)/[workspace]/threads/list/sort-menu";
import type { ThreadsColumns } from "@/app/(dashboard)/[workspace]/threads/list/use-threads-columns";
import type { ThreadsSource } from "@/app/(dashboard)/[workspace]/threads/source/threads-source";
import { SavedViews } from "@/components/saved-view/saved-views";
import { ColumnsPopover } from "@/components/table/columns-popover";
import type { ThreadsStream } from "@/components/thread/use-threads";
import { Button } from "@/components/ui/button";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { PageHead } from "@/components/ui/page-head";
import type { ProjectScore } from "@/lib/api/contract/feedback/scores";
import { formatCount } from "@/lib/format/count";
import type { Sort } from "@/lib/table/sort";

const ThreadsSourceSwitch = partLoadedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/threads/source/threads-source-switch")).ThreadsSourceSwitch,
  // As wide as the usual choice, so that nothing moves.
  <span className="w-24 flex-none" />,
);

type ThreadsHeadProps = {
  list: ThreadsStream;
  matchingCount: number;
  isFiltered: boolean;
  /** False for a query that cannot be asked, which has no count. */
  isAskable: boolean;
  sort: Sort;
  onSortChange: (sort: Sort) => void;
  /** Null on a service that is not known to tell sources apart. */
  source: ThreadsSource | null;
  columns: ThreadsColumns;
  /** The scores that threads are sorted by. */
  scores: readonly ProjectScore[];
  /** Whether the scores of the threads are shown; null in a project without scores. */
  areScoresShown: boolean | null;
  onScoresToggle: () => void;
  /** Builds training data from the matching threads. */
  onBuildGroups: () => void;
};

/** The title, the number of loaded threads, and the number of new ones. */
export function ThreadsHead(props: ThreadsHeadProps) {
  const { list, matchingCount, isFiltered, sort, onSortChange } = props;
  const { threads, isWhole, newCount, hasManyNew, reopen } = list;
  const loaded = `${formatCount(threads.length)}${isWhole ? "" : " so far"}`;
  const isUnknown = !props.isAskable || (threads.length === 0 && !isWhole);
  const count = isFiltered ? `${formatCount(matchingCount)} of ${loaded}` : loaded;
  return (
    <PageHead title="Threads" {...(isUnknown ? {} : { count: <span className="max-md:hidden">{count}</span> })}>
      <div className="ml-auto flex flex-none items-center gap-1.5">
        <span role="status" className="contents">
          {newCount > 0 ? (
            <Button kind="ghost" size="small" onClick={reopen} className="text-accent-text">
              <ArrowUp size={12} strokeWidth={2} aria-hidden="true" />
              {formatCount(newCount)}
              {hasManyNew ? " or more" : ""} new
            </Button>
          ) : null}
        </span>
        {newCount > 0 ? <span className="mx-1 h-4 w-px flex-none bg-line-strong max-md:hidden" /> : null}
        {props.areScoresShown === null ? null : (
          <Button
            size="small"
            aria-pressed={props.areScoresShown}
            isOn={props.areScoresShown}
            onClick={props.onScoresToggle}
          >
            Scores
          </Button>
        )}
        <Button
          size="small"
          className="max-md:hidden"
          disabled={matchingCount === 0}
          title="From the loaded threads that match"
          icon={<Layers size={13} strokeWidth={1.7} aria-hidden="true" />}
          onClick={props.onBuildGroups}
        >
          Build trajectory groups
        </Button>
        <SavedViews page="threads" />
        {props.source === null ? null : <ThreadsSourceSwitch source={props.source} />}
        <ColumnsPopover
          columns={props.columns.columns}
          arrangement={props.columns.arrangement}
          onArrange={props.columns.arrange}
        />
        <SortMenu sort={sort} scores={props.scores} onSortChange={onSortChange} />
      </div>
    </PageHead>
  );
}
