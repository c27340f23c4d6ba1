import type { ReactNode } from "react";
import { Sparkline } from "@/components/chart/sparkline";
import { formatDuration } from "@/lib/format/duration";
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
  created: "border-line-strong bg-bg",
  started: "border-accent bg-bg",
  step: "size-1.5 border-line-strong bg-bg",
  checkpoint: "border-accent bg-accent",
  warning: "",
  ended: "border-ok bg-ok",
  failed: "border-err bg-err",
  other: "border-dye-orchil bg-bg",
};

/** An event on the thread, in one or two lines; expanded, it shows all of its fields. */
export function EventItem({ row, nowMs, isOpen, onToggle, children }: EventItemProps) {
  const head = (
    <>
      <Dot kind={row.kind} />
      <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] text-left">
        <span className="flex items-baseline gap-2 text-small leading-5">
          <span
            className={classNames(
              "truncate",
              row.kind !== "step" && "font-medium",
              row.kind === "failed" && "text-err",
              row.kind === "warning" && "text-warn",
            )}
          >
            {row.title}
          </span>
          {row.line.length > 1 ? (
            <span className="flex-none self-center">
              <Sparkline points={row.line.map((value, at) => ({ timeMs: at, value }))} />
            </span>
          ) : null}
          <time
            className="ml-auto flex-none text-micro whitespace-nowrap text-ink-3 tabular-nums"
            title={formatFullTime(row.timeMs)}
          >
            {row.durationMs === null ? formatTime(row.timeMs, nowMs) : formatDuration(row.durationMs)}
          </time>
        </span>
        {row.text === "" ? null : (
          <span className={classNames("text-micro text-ink-3", row.kind !== "failed" && "truncate")}>{row.text}</span>
        )}
      </span>
    </>
  );
  const look = "relative flex w-full gap-2.5 px-4 py-[3px] outline-offset-[-2px]";
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

/** The mark of an event on the thread that runs through the list. */
function Dot({ kind }: { kind: EventListRow["kind"] }) {
  return (
    <span aria-hidden="true" className="relative flex w-2.5 flex-none justify-center">
      <i className="absolute inset-y-[-3px] w-px bg-line-strong" />
      {kind === "warning" ? (
        <svg width="11" height="10" aria-hidden="true" className="relative mt-[6px] fill-warn">
          <path d="M5.5 0L11 10H0z" />
        </svg>
      ) : (
        <i className={classNames("relative mt-[6px] size-2 rounded-full border-[1.5px]", dotClasses[kind])} />
      )}
    </span>
  );
}
