"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import { Segmented } from "@/components/form/segmented";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { countOf, formatCount } from "@/lib/format/count";
import { classNames } from "@/lib/style/class-names";
import type { Batch } from "@/lib/training/trajectories/trajectory-batch";
import { CutShortNote } from "./cut-short-note";
import type { GroupsControl, RolloutAddress } from "./groups-control";
import { MessageSearchBox } from "./message-search-box";
import { parseGroupSort, type SortField } from "./prepare-group-list";
import { GROUP_COLUMNS } from "./rollout-group-item";
import { RolloutGroupList } from "./rollout-group-list";

/** The groups of a step: filters, order, search, list. */
export function GroupsPane({ control, batch }: { control: GroupsControl; batch: Batch }) {
  const { choices, setChoices, counts, groups, sections, found } = control;
  const shownCount = sections.trainable.length + sections.flat.length;
  const isFiltered = choices.show !== "all" || found.groups !== null;
  return (
    <section
      aria-label={batch.step === null ? "Groups" : `Groups of step ${batch.step}`}
      className="flex min-h-0 min-w-0 flex-col border-r border-line max-lg:border-r-0 max-lg:border-b"
    >
      <div className="flex h-9 flex-none items-center gap-2 pr-3 pl-4 max-md:pl-3">
        <h2 className="text-base font-medium">Groups</h2>
        <Segmented
          label="Groups to show"
          size="small"
          className="ml-auto"
          value={choices.show}
          onChange={(show) => void setChoices({ show })}
          segments={[
            { value: "all", label: <Counted label="All" count={counts.all} /> },
            { value: "trainable", label: <Counted label="Trainable" count={counts.trainable} /> },
            { value: "exceptions", label: <Counted label="Exceptions" count={counts.exceptions} /> },
          ]}
        />
      </div>
      <MessageSearchBox control={control} />
      <Head control={control} />
      {groups.isPending ? (
        <Rows />
      ) : shownCount === 0 && isFiltered ? (
        <PaneState
          kind="no-match"
          title="No groups match"
          actions={
            <Button size="small" onClick={() => void setChoices({ show: "all", find: "" })}>
              Show all {formatCount(counts.all)}
            </Button>
          }
        >
          {choices.show === "all" ? null : <>The filter is {choices.show}. </>}
          {found.groups === null ? null : <>No messages match “{choices.find}”.</>}
        </PaneState>
      ) : (
        <RolloutGroupList control={control} />
      )}
      {groups.hasMore ? (
        <CutShortNote action="Load more" onAction={groups.readMore}>
          Only the first {formatCount(groups.readCount)} of {countOf(batch.group_count, "group")} are loaded; order and
          counts cover only these.
        </CutShortNote>
      ) : null}
    </section>
  );
}

function Counted({ label, count }: { label: string; count: number }) {
  return (
    <>
      {label} <span className="text-ink-3">{formatCount(count)}</span>
    </>
  );
}

const heads: readonly { field: SortField | null; label: string; isEnd?: boolean }[] = [
  { field: "group", label: "Group" },
  { field: null, label: "Rewards" },
  { field: "mean", label: "Mean", isEnd: true },
  { field: "spread", label: "Spread", isEnd: true },
];

/** Headers that sort; the first click on a figure puts the largest first. */
function Head({ control: { choices, setChoices } }: { control: RolloutAddress }) {
  const { direction } = choices.sort;
  const sorted = parseGroupSort(choices.sort.field);
  const Icon = direction === "desc" ? ArrowDown : ArrowUp;
  return (
    <div
      className={classNames(
        GROUP_COLUMNS,
        "h-7 flex-none border-y border-line bg-sunken text-micro font-medium text-ink-3",
      )}
    >
      {heads.map(({ field, label, isEnd }) => {
        if (field === null) return <span key={label}>{label}</span>;
        const isSorted = field === sorted;
        const first = field === "group" ? "asc" : "desc";
        const next = isSorted ? (direction === "desc" ? "asc" : "desc") : first;
        return (
          <button
            key={label}
            type="button"
            aria-label={`Sort by ${label.toLowerCase()}${isSorted ? `, now ${direction === "desc" ? "largest" : "smallest"} first` : ""}`}
            onClick={() => void setChoices({ sort: { field, direction: next } })}
            className={classNames(
              "flex h-full min-w-0 items-center gap-0.5 hover:text-ink",
              isEnd && "justify-end",
              isSorted && "text-ink",
            )}
          >
            {label}
            {isSorted ? <Icon size={11} strokeWidth={1.7} aria-hidden="true" /> : null}
          </button>
        );
      })}
    </div>
  );
}

const SKELETON_ROWS = ["a", "b", "c", "d", "e", "f", "g", "h"];

function Rows() {
  return (
    <div role="status" aria-label="Loading groups" className="min-h-0 flex-1 overflow-hidden">
      {SKELETON_ROWS.map((key) => (
        <div key={key} className={classNames(GROUP_COLUMNS, "h-8 border-b border-line")}>
          <Skeleton className="w-32" />
          <Skeleton className="w-14" />
          <Skeleton className="w-8 justify-self-end" />
          <Skeleton className="w-10 justify-self-end" />
        </div>
      ))}
    </div>
  );
}
