import type { ReactNode } from "react";
import { formatFullTime, formatTime } from "@/lib/format/time";
import { classNames } from "@/lib/style/class-names";
import type { EventListRow } from "./prepare-event-rows";

type EventItemProps = {
  row: EventListRow;
  nowMs: number;
  isOpen: boolean;
  onToggle: () => void;
  /** The content shown when the event is open. */
  children: ReactNode;
};

const dotClasses: Record<EventListRow["kind"], string> = {
  started: "border-accent bg-bg",
  step: "border-line-strong bg-bg",
  ended: "border-ok bg-ok",
  failed: "border-err bg-err",
  other: "border-dye-orchil bg-bg",
};

/** An event in two lines; expanded, it shows all of its fields. */
export function EventItem({ row, nowMs, isOpen, onToggle, children }: EventItemProps) {
  const head = (
    <>
      <i
        aria-hidden="true"
        className={classNames("mt-[7px] size-2 flex-none rounded-full border-[1.5px]", dotClasses[row.kind])}
      />
      <span className="grid min-w-0 flex-1 text-left">
        <span className="flex items-baseline gap-2 text-small leading-5">
          <span className={classNames("truncate", row.kind === "failed" ? "font-medium text-err" : "font-medium")}>
            {row.title}
          </span>
          <time className="ml-auto flex-none text-micro text-ink-3" title={formatFullTime(row.timeMs)}>
            {formatTime(row.timeMs, nowMs)}
          </time>
        </span>
        {row.text === "" ? null : (
          <span className={classNames("text-micro text-ink-3", row.kind !== "failed" && "truncate")}>{row.text}</span>
        )}
      </span>
    </>
  );
  const look = "flex w-full gap-2.5 px-4 py-1 outline-offset-[-2px]";
  if (row.index === null) return <div className={look}>{head}</div>;
  return (
    <>
      <button type="button" aria-expanded={isOpen} onClick={onToggle} className={classNames(look, "hover:bg-hover")}>
        {head}
      </button>
      {isOpen ? children : null}
    </>
  );
}
