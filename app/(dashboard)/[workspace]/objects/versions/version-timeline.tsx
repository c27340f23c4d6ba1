"use client";

import { useMemo, useRef } from "react";
import { labelNamesOf } from "@/app/(dashboard)/[workspace]/objects/marks/prepare-labels";
import { useVirtualList } from "@/components/list/use-virtual-list";
import { ListGaps } from "@/components/state/list-gaps";
import { Tag } from "@/components/ui/tag";
import { formatBytes } from "@/lib/format/bytes";
import { countOf } from "@/lib/format/count";
import { formatAgo } from "@/lib/format/relative-time";
import { parseTime } from "@/lib/format/time";
import { classNames } from "@/lib/style/class-names";
import type { ChosenObject } from "./chosen-object";
import { type Sides, shortVersionDigest, type TimelineEntry, versionTimeline } from "./prepare-versions";
import { SideMark } from "./side-mark";

type VersionTimelineProps = {
  chosen: ChosenObject;
  nowMs: number;
  onSelect: (name: string) => void;
  onSetSide: (side: "a" | "b", name: string) => void;
};

const ENTRY_HEIGHT_PX = 46;
const OVERSCAN = 8;

/** The timeline of an object's versions, newest first, with deleted versions between them. */
export function VersionTimeline({ chosen, nowMs, onSelect, onSetSide }: VersionTimelineProps) {
  const { pages, selected, sides, name } = chosen;
  // A version that could not be read is not a deleted one.
  const isWhole = pages.isWhole && pages.badRows.length === 0;
  const entries = useMemo(() => versionTimeline(pages.versions, isWhole), [pages.versions, isWhole]);
  const frame = useRef<HTMLDivElement>(null);
  const number = Number(/^v(\d+)$/.exec(name)?.[1] ?? Number.NaN);
  const isSelected = (entry: TimelineEntry) =>
    entry.type === "version" ? entry.version === selected : entry.from <= number && number <= entry.to;
  const list = useVirtualList(frame, {
    count: entries.length,
    itemPx: ENTRY_HEIGHT_PX,
    overscan: OVERSCAN,
    paddingStartPx: 12,
    paddingEndPx: 12,
    current: { index: entries.findIndex(isSelected) },
  });
  return (
    <div ref={frame} className="h-full min-h-0 overflow-x-hidden overflow-y-auto">
      <ListGaps noun="version" badRows={pages.badRows} isStuck={pages.isStuck} />
      <ol aria-label="Versions" {...list.container}>
        {list.items.map((item) => {
          const entry = entries[item.index];
          if (!entry) return null;
          const { className, style } = list.fixed(item);
          return (
            <li
              key={item.key}
              aria-setsize={entries.length}
              aria-posinset={item.index + 1}
              className={classNames(
                className,
                "group/entry pr-2.5 pl-[14px]",
                "before:absolute before:left-[21px] before:w-px before:bg-line-strong",
                item.index === 0 ? "before:top-2.5" : "before:top-0",
                item.index === entries.length - 1 ? "before:h-2.5" : "before:bottom-0",
              )}
              style={style}
            >
              {entry.type === "version" ? (
                <VersionEntry
                  entry={entry}
                  isSelected={isSelected(entry)}
                  sides={sides}
                  nowMs={nowMs}
                  onSelect={onSelect}
                  onSetSide={onSetSide}
                />
              ) : (
                <DeletedEntry entry={entry} isSelected={isSelected(entry)} onSelect={onSelect} />
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

const ENTRY_CLASS = "block w-full rounded-chip px-1.5 text-left outline-offset-[-1px] hover:bg-hover";

type EntryProps = Pick<VersionTimelineProps, "nowMs" | "onSelect" | "onSetSide"> & {
  entry: Extract<TimelineEntry, { type: "version" }>;
  isSelected: boolean;
  sides: Sides;
};

function VersionEntry({ entry, isSelected, sides, nowMs, onSelect, onSetSide }: EntryProps) {
  const { version } = entry;
  const { digest } = version;
  const isDeleted = Boolean(version.deleted_at);
  const size = typeof version.size_bytes === "number" ? `, ${formatBytes(version.size_bytes)}` : "";
  const side = sides.a === digest ? "a" : sides.b === digest ? "b" : null;
  const { aliases, tags } = labelNamesOf(version);
  const names = [...aliases, ...tags];
  return (
    <>
      <TimelineDot>{side === null ? <Dot isDeleted={isDeleted} /> : <SideMark side={side} />}</TimelineDot>
      <div className="pl-[18px]">
        <button
          type="button"
          aria-current={isSelected || undefined}
          onClick={() => onSelect(digest)}
          className={classNames(ENTRY_CLASS, isSelected && "bg-active hover:bg-active")}
        >
          <span className="flex items-center gap-1.5 text-small leading-5">
            <span className={classNames(isDeleted ? "text-ink-3 line-through" : "font-medium")}>
              v{version.version_index}
            </span>
            {version.is_latest === 1 && !isDeleted ? <Tag tone="ok">latest</Tag> : null}
            {names.length > 0 ? (
              <span className="ml-auto min-w-0 truncate text-micro text-run" title={`${names.join(", ")} (${digest})`}>
                {names.join(", ")}
              </span>
            ) : (
              <span className="ml-auto text-code text-ink-3" title={digest}>
                {shortVersionDigest(digest)}
              </span>
            )}
          </span>
          <span className="block truncate text-micro leading-[14px] text-ink-3">
            {formatAgo(parseTime(version.created_at), nowMs)}
            {isDeleted ? `, deleted ${formatAgo(parseTime(version.deleted_at), nowMs)}` : size}
          </span>
        </button>
        <span className="absolute top-5 right-2.5 flex rounded-chip bg-surface opacity-0 group-focus-within/entry:opacity-100 group-hover/entry:opacity-100">
          {(["a", "b"] as const).map((one) => (
            <button
              key={one}
              type="button"
              aria-label={`Set v${version.version_index} as side ${one.toUpperCase()}`}
              title={`Set as side ${one.toUpperCase()}`}
              onClick={() => onSetSide(one, digest)}
              className="relative grid h-4 w-5 place-items-center rounded-chip text-micro font-medium text-ink-2 before:absolute before:-inset-y-1 before:inset-x-0 hover:bg-active hover:text-ink"
            >
              {one.toUpperCase()}
            </button>
          ))}
        </span>
      </div>
    </>
  );
}

type DeletedProps = {
  entry: Extract<TimelineEntry, { type: "deleted" }>;
  isSelected: boolean;
  onSelect: (name: string) => void;
};

/** Numbers never change, so deleted versions keep their position. */
function DeletedEntry({ entry: { from, to }, isSelected, onSelect }: DeletedProps) {
  const label = from === to ? `v${to}` : `v${to} to v${from}`;
  return (
    <>
      <TimelineDot>
        <Dot isDeleted />
      </TimelineDot>
      <div className="pl-[18px]">
        <button
          type="button"
          aria-current={isSelected || undefined}
          onClick={() => onSelect(`v${to}`)}
          className={classNames(ENTRY_CLASS, isSelected && "bg-active hover:bg-active")}
        >
          <s className="block text-small leading-5 text-ink-3">{label}</s>
          <span className="block text-micro leading-[14px] text-ink-3">
            {from === to ? "deleted" : `${countOf(to - from + 1, "version")} deleted`}
          </span>
        </button>
      </div>
    </>
  );
}

function TimelineDot({ children }: { children: React.ReactNode }) {
  return <span className="absolute top-[3px] left-[14px] grid size-[15px] place-items-center bg-bg">{children}</span>;
}

function Dot({ isDeleted }: { isDeleted: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        "size-[7px] border-[1.5px] border-ink-3 bg-bg",
        isDeleted ? "rotate-45 rounded-bar" : "rounded-full",
      )}
    />
  );
}
