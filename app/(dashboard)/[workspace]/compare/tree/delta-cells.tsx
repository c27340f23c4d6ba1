import { type SideDelta, sideDelta } from "@/app/(dashboard)/[workspace]/compare/sides/prepare-delta";
import { type SideNode, sideLetter } from "@/app/(dashboard)/[workspace]/compare/sides/prepare-side";
import { Unknown } from "@/components/table/cells";
import { Quantity } from "@/components/ui/quantity";
import { formatDuration } from "@/lib/format/duration";
import { formatCallCost } from "@/lib/format/money";
import { formatTokens } from "@/lib/format/tokens";
import { classNames } from "@/lib/style/class-names";

type DeltaCellsProps = {
  base: SideNode | null;
  other: SideNode | null;
  letters: { base: number; column: number };
  /** The largest difference in the tree, which sets the length of the bars. */
  maxMs: number;
};

const CELL_CLASS = "h-[26px] border-l border-line p-0";
const INNER_CLASS = "grid h-[26px] items-center pr-3 text-right";

const read = {
  duration: (node: SideNode) => node.durationMs,
  tokens: (node: SideNode) => total(node.usage.tokensIn, node.usage.tokensOut),
  cost: (node: SideNode) => node.usage.costUsd,
};

const total = (one: number | null, other: number | null) =>
  one === null && other === null ? null : (one ?? 0) + (other ?? 0);

/**
 * The difference between the chosen side and the base: time with a bar, tokens, cost. Neither direction is good or bad.
 */
export function DeltaCells({ base, other, letters, maxMs: mostMs }: DeltaCellsProps) {
  const only = base === null ? letters.column : other === null ? letters.base : null;
  const share = only === null ? null : `only ${sideLetter(only)}`;
  const difference = (what: keyof typeof read, format: (value: number) => string) =>
    sideDelta(figureOf(other, read[what], base !== null), figureOf(base, read[what], other !== null), format);
  const duration = difference("duration", formatDuration);
  return (
    <>
      <td className={CELL_CLASS}>
        <div className={classNames(INNER_CLASS, "grid-cols-[72px_1fr_54px]")}>
          <Bar difference={duration?.difference ?? 0} maxMs={mostMs} />
          <Text delta={duration} share={share} />
        </div>
      </td>
      <td className={CELL_CLASS}>
        <div className={classNames(INNER_CLASS, "grid-cols-[1fr_54px]")}>
          <Text delta={difference("tokens", formatTokens)} share={share} />
        </div>
      </td>
      <td className={CELL_CLASS}>
        <div className={classNames(INNER_CLASS, "grid-cols-[1fr_54px]")}>
          <Text delta={difference("cost", formatCallCost)} share={share} />
        </div>
      </td>
    </>
  );
}

/** A call that only one side has, or whose figure is not reported, is not compared. */
function figureOf(node: SideNode | null, of: (node: SideNode) => number | null, hasPartner: boolean): number | null {
  if (node !== null) return of(node);
  return hasPartner ? 0 : null;
}

function Text({ delta, share }: { delta: SideDelta | null; share: string | null }) {
  if (delta === null) {
    return (
      <>
        <span>
          <Unknown />
        </span>
        <span />
      </>
    );
  }
  return (
    <>
      <Quantity text={delta.text} />
      <span className="text-ink-3">{share ?? delta.share}</span>
    </>
  );
}

const HALF = 34;

/** Left for less and right for more, on one scale for all rows. */
function Bar({ difference, maxMs: mostMs }: { difference: number; maxMs: number }) {
  const width = mostMs === 0 ? 0 : (HALF * Math.abs(difference)) / mostMs;
  return (
    <svg width="70" height="10" aria-hidden="true" className="justify-self-end">
      <line x1="35.5" x2="35.5" y1="0" y2="10" stroke="var(--line-strong)" />
      {width < 0.5 ? null : (
        <rect
          x={difference < 0 ? 35 - width : 36}
          y="2"
          width={width}
          height="6"
          rx="1"
          fill={difference < 0 ? "var(--div-p2)" : "var(--div-n2)"}
        />
      )}
    </svg>
  );
}
