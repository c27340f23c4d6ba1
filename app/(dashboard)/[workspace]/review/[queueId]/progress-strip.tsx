import type { QueueItem } from "@/lib/api/contract/feedback/annotation-queues";
import { countOf, formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { MISSING } from "@/lib/format/missing";
import { medianPaceMs } from "@/lib/review/item-state";
import type { ListedItem } from "./item-list";
import { stateLooks } from "./item-state-mark";

type ProgressStripProps = {
  items: readonly QueueItem[];
  listed: readonly ListedItem[];
  currentId: string | null;
  reader: string;
  /** Items that the reader can review. */
  openCount: number;
};

const HEIGHT_PX = 24;
const CELL = 10;
/** More items are drawn as a bar of shares. */
const MAX_CELLS = 400;

/** How far the reader and the queue are: figures, and one cell for each item. */
export function ProgressStrip({ items, listed, currentId, reader, openCount }: ProgressStripProps) {
  const own = items.filter(({ annotation_state }) => ["completed", "skipped"].includes(annotation_state)).length;
  const paceMs = medianPaceMs(items, reader);
  const count = (state: string) => listed.filter((each) => each.state === state).length;
  const words = [
    `${countOf(items.length, "item")}: ${formatCount(own)} done by you`,
    `${formatCount(count("reviewed"))} reviewed`,
    `${formatCount(count("disagree"))} with disagreement`,
    `${formatCount(count("skipped"))} skipped`,
  ].join(", ");
  return (
    <div className="flex flex-none flex-wrap items-center gap-x-6 gap-y-1 border-y border-line px-4 py-2">
      <dl className="flex gap-5">
        <Figure name="You" value={`${formatCount(own)} of ${formatCount(items.length)}`} />
        <Figure name="Pace" value={paceMs === null ? MISSING : `${formatDuration(paceMs)} per item`} />
        <Figure
          name="Remaining"
          value={paceMs === null ? countOf(openCount, "item") : formatDuration(paceMs * openCount)}
        />
      </dl>
      {listed.length > MAX_CELLS ? null : (
        <svg
          role="img"
          aria-label={words}
          viewBox={`0 0 ${listed.length * CELL} ${HEIGHT_PX}`}
          preserveAspectRatio="none"
          className="h-6 min-w-0 flex-1 max-md:w-full max-md:flex-none"
        >
          {listed.map(({ item, state }, index) => (
            <Cell key={item.id} index={index} look={stateLooks[state]} isCurrent={item.id === currentId} />
          ))}
        </svg>
      )}
      <ul className="flex gap-3 text-micro text-ink-3 max-md:hidden">
        {(["reviewed", "partly", "disagree", "skipped", "open"] as const).map((state) => (
          <li key={state} className="flex items-center gap-1">
            <svg width="10" height="10" aria-hidden="true">
              <rect x="1" y="1" width="8" height="8" rx="2" {...drawn(stateLooks[state])} />
            </svg>
            {stateLooks[state].label}
          </li>
        ))}
      </ul>
    </div>
  );
}

type Look = (typeof stateLooks)[keyof typeof stateLooks];

const drawn = ({ fill, stroke, dashes }: Look) => ({
  fill,
  stroke,
  strokeDasharray: dashes,
  vectorEffect: "non-scaling-stroke" as const,
});

function Cell({ index, look, isCurrent }: { index: number; look: Look; isCurrent: boolean }) {
  return (
    <rect
      x={index * CELL + 1}
      y={isCurrent ? 2 : 4}
      width={CELL - 2.5}
      height={isCurrent ? 20 : 16}
      rx="1.5"
      {...drawn(look)}
      {...(isCurrent ? { stroke: "var(--ink)", strokeWidth: 2 } : {})}
    />
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-micro text-ink-3">{name}</dt>
      <dd className="text-small font-medium whitespace-nowrap">{value}</dd>
    </div>
  );
}
