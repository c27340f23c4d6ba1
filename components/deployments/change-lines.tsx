import { Link } from "@/components/ui/link";
import { classNames } from "@/lib/style/class-names";
import type { Change } from "./prepare-changes";

/** Left of the line there is no room for a name before this part of the range. */
const ROOM_BEFORE = 0.14;

type ChangeLinesProps = {
  changes: readonly Change[];
  /** Beside the plot, in pixels. */
  margin: { left: number; right: number };
  /** False where the names stand in the chart beside it. */
  hasNames?: boolean;
};

/** A line at each change of what runs. Its name leads to the time after it, compared with the time before. */
export function ChangeLines({ changes, margin, hasNames = true }: ChangeLinesProps) {
  if (changes.length === 0) return null;
  return (
    <ul
      aria-label="Deployments"
      aria-hidden={!hasNames}
      className="pointer-events-none absolute top-2 bottom-6 z-[1]"
      style={margin}
    >
      {changes.map((change) => (
        <li
          key={change.key}
          className="absolute inset-y-0 w-px bg-ink-2 ring-1 ring-bg"
          style={{ left: `${change.place * 100}%` }}
        >
          {hasNames ? <ChangeName change={change} /> : null}
        </li>
      ))}
    </ul>
  );
}

function ChangeName({ change: { name, place, isNamed, text, href } }: { change: Change }) {
  const content = (
    <>
      {name}
      <span className="sr-only">{text.slice(name.length)}</span>
    </>
  );
  const shared = {
    title: href === null ? text : `${text}. Opens before and after`,
    className: classNames(
      "pointer-events-auto absolute -top-2 max-w-28 truncate rounded-[3px] bg-bg/90 px-1 text-micro leading-4 text-ink-2 max-md:max-w-16",
      place < ROOM_BEFORE ? "left-0.5" : "right-0.5",
      !isNamed && "sr-only focus:not-sr-only focus:absolute",
      href !== null && "hover:text-ink hover:underline",
    ),
  };
  return href === null ? (
    <span {...shared}>{content}</span>
  ) : (
    <Link href={href} {...shared}>
      {content}
    </Link>
  );
}
