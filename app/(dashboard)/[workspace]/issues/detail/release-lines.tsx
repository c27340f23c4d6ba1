import { formatTime } from "@/lib/format/time";
import { classNames } from "@/lib/style/class-names";
import type { ReleaseMark } from "./prepare-release-marks";

/** Left of the line there is no room for a name before this part of the range. */
const ROOM_BEFORE = 0.12;

/** A line at the first call of each release, with its name. */
export function ReleaseLines({ marks, nowMs }: { marks: readonly ReleaseMark[]; nowMs: number }) {
  return (
    <ul aria-label="Releases that begin here" className="absolute inset-0">
      {marks.map(({ release, timeMs, place, isNamed }) => (
        <li
          key={release}
          title={`${release}: first call ${formatTime(timeMs, nowMs)}`}
          className="absolute -top-3 bottom-0 w-[9px] -translate-x-1/2"
          style={{ left: `${place * 100}%` }}
        >
          <i aria-hidden="true" className="absolute inset-y-0 left-1 w-px bg-ink-4" />
          <i aria-hidden="true" className="absolute top-0 left-1 h-[5px] w-2 bg-ink-4" />
          <span
            className={classNames(
              "absolute -top-0.5 max-w-24 truncate bg-bg px-0.5 text-ink-2 max-md:max-w-14",
              place < ROOM_BEFORE ? "left-3.5" : "right-2",
              !isNamed && "sr-only",
            )}
          >
            {release}
            <span className="sr-only">, first call {formatTime(timeMs, nowMs)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
