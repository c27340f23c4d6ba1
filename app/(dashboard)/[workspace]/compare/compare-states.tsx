import { Plus } from "lucide-react";
import type { Aligned } from "@/app/(dashboard)/[workspace]/compare/alignment/use-alignment";
import { COMPARED_LENGTH, MAX_MARKED_CALLS } from "@/app/(dashboard)/[workspace]/compare/alignment/use-call-summaries";
import { sideLetter } from "@/app/(dashboard)/[workspace]/compare/sides/prepare-side";
import type { Compared } from "@/app/(dashboard)/[workspace]/compare/sides/read-compared-ids";
import { MAX_CALLS, type SideQuery } from "@/app/(dashboard)/[workspace]/compare/sides/use-sides";
import { PaneState } from "@/components/state/pane-state";
import { StreamNotices } from "@/components/state/stream-notices";
import { UnsupportedState } from "@/components/state/unsupported-state";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Skeleton } from "@/components/ui/skeleton";
import { failureOf } from "@/lib/api/client/request-failure";
import { failureText } from "@/lib/failure/failure-text";
import { formatCount } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";

/** The URL names no call or thread yet. */
export function NoComparison({ onAdd }: { onAdd: () => void }) {
  return (
    <PaneState
      kind="empty"
      title="Nothing to compare yet"
      actions={
        <Button size="small" onClick={onAdd} icon={<Plus size={14} strokeWidth={1.7} aria-hidden="true" />}>
          Choose the first side
        </Button>
      }
    >
      Select two to six rows in Traces and click Compare, or choose them here.
    </PaneState>
  );
}

/** Only one side is present: the comparison begins with the second. */
export function NeedsSecondSide({ noun, onAdd }: { noun: string; onAdd: () => void }) {
  return (
    <PaneState
      kind="empty"
      title={`Compare with another ${noun}`}
      actions={
        <Button size="small" onClick={onAdd} icon={<Plus size={14} strokeWidth={1.7} aria-hidden="true" />}>
          Choose a {noun}
        </Button>
      }
    >
      Choose one with the same task, a recent one, or enter an id or link.
    </PaneState>
  );
}

/** The service supports only the interface, which has no operation that reads calls. */
export function CompareUnsupported({ workspace, onRetry }: { workspace: Workspace; onRetry: () => void }) {
  return (
    <UnsupportedState
      connectionName={workspace.connectionName}
      what="reading calls"
      operation="calls.streamQuery"
      onRetry={onRetry}
    >
      , so there is nothing to compare. Counts and threads still work on the other pages.
    </UnsupportedState>
  );
}

/** The problem with one side, in its row; the other sides stay. */
export function SideProblem({ query, noun }: { query: SideQuery; noun: string }) {
  if (query.isPending) return <Skeleton className="w-40" />;
  if (query.isError) {
    const { title } = failureText(failureOf(query.error));
    return (
      <span className="flex items-center gap-2 text-err">
        <span className="truncate">{title}</span>
        <Button
          size="small"
          kind="ghost"
          className="h-6"
          onClick={() => void query.refetch()}
          isBusy={query.isFetching}
        >
          Retry
        </Button>
      </span>
    );
  }
  return <span className="text-ink-2">This {noun} was not found. It was deleted, or belongs to another project.</span>;
}

/** Ids in the URL that were ignored, and sides that are incomplete. */
export function CompareNotices({
  compared,
  queries,
  aligned,
}: {
  compared: Compared;
  queries: readonly SideQuery[];
  aligned: Aligned;
}) {
  const { repeated, leftOut } = compared;
  const { summaries, alignment } = aligned;
  const notices = [
    repeated.length > 0 ? `The URL contains ${repeated.join(", ")} more than once; duplicates are ignored.` : null,
    leftOut > 0 ? `At most six sides can be compared; ${formatCount(leftOut)} more in the URL are ignored.` : null,
    summaries.areTooMany
      ? `The sides have more than ${formatCount(MAX_MARKED_CALLS)} calls in total, so payloads are compared only for the selected row.`
      : null,
    alignment.isCoarse
      ? "Some calls have too many children for an exact alignment; those were matched with nearby ones."
      : null,
    summaries.failure === null ? null : `Could not load call summaries: ${summaries.failure.message}`,
    summaries.failure === null && aligned.counts.unread > 0 && !summaries.isReading && !summaries.areTooMany
      ? `The tree compares the first ${formatCount(COMPARED_LENGTH)} characters of a payload; longer payloads with the same beginning are not marked as equal. Select a row to compare its full payloads.`
      : null,
  ].filter((notice) => notice !== null);
  return (
    <>
      {notices.map((notice) => (
        <Callout key={notice} tone="plain" className="mx-3 my-1 flex-none">
          {notice}
        </Callout>
      ))}
      {queries.map((query, at) =>
        query.data ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a query is its side
          <SideNotices key={at} query={query} letter={sideLetter(at)} />
        ) : null,
      )}
    </>
  );
}

function SideNotices({ query, letter }: { query: SideQuery; letter: string }) {
  if (!query.data) return null;
  const { calls, summary } = query.data;
  return (
    <>
      {calls.length >= MAX_CALLS ? (
        <Callout tone="warn" className="mx-3 my-1 flex-none">
          {letter} has more than {formatCount(MAX_CALLS)} calls. The first {formatCount(MAX_CALLS)} by start time are
          compared; counts and durations cover only these.
        </Callout>
      ) : null}
      <StreamNotices
        summary={summary}
        shownCount={calls.length}
        totalCount={null}
        onResume={() => void query.refetch()}
        isResuming={query.isRefetching}
      />
    </>
  );
}

export function CompareSkeleton() {
  return (
    <div role="status" aria-label="Loading comparison" className="grid grid-cols-1 gap-3 p-4">
      {["w-full", "w-full", "w-72", "w-96", "w-80", "w-64", "w-96"].map((width, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons are told apart by nothing but their place
        <Skeleton key={at} className={width} />
      ))}
    </div>
  );
}
