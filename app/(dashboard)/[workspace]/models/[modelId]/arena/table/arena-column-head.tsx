import { Ellipsis, Pin, RefreshCw, Trash2 } from "lucide-react";
import Link from "next/link";
import type { ColumnFigures } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/answers/prepare-scores";
import type { ArenaColumn } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/columns/prepare-arena-columns";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { Tag } from "@/components/ui/tag";
import { formatCount } from "@/lib/format/count";
import { formatReward } from "@/lib/format/reward";
import { classNames } from "@/lib/style/class-names";
import { playgroundHref } from "@/lib/training/jobs/model-address";
import type { ColumnHeads } from "./table-parts";
import { LARGE_GAP, TrainedScorePlot } from "./trained-score-plot";

/** The name of a column, its mean reward on seen and unseen prompts, and its result against the pinned column. */
export function ArenaColumnHead({ arena, column }: { arena: ColumnHeads; column: ArenaColumn }) {
  const { setting, figures } = arena;
  const at = setting.columns.findIndex(({ key }) => key === column.key);
  const pinnedAt = setting.columns.findIndex(({ key }) => key === setting.pinnedKey);
  const own = figures[at];
  const isPinned = at === pinnedAt;
  if (!own) return null;
  return (
    <th
      scope="col"
      className={classNames(
        "relative min-w-0 border-line px-3.5 pt-1.5 text-left font-normal md:border-l",
        isPinned && "bg-sunken before:absolute before:inset-x-0 before:-top-px before:h-0.5 before:bg-accent",
      )}
    >
      <span className="-mr-1.5 flex h-6 items-center gap-[7px] text-small whitespace-nowrap">
        <b
          className={classNames("min-w-0 truncate font-medium", column.step === null && "text-code")}
          title={column.model}
        >
          {column.label}
        </b>
        {column.step === 0 ? <span className="flex-none text-code text-ink-3">base</span> : null}
        {isPinned ? (
          <Tag tone="run">
            <Pin size={11} strokeWidth={1.7} aria-hidden="true" />
            pinned
          </Tag>
        ) : null}
        <span className="ml-auto flex flex-none">
          {isPinned ? null : (
            <Button
              kind="ghost"
              size="icon-small"
              aria-label={`Pin ${column.label}`}
              title="Use as base of the diff"
              onClick={() => arena.pin(column.key)}
            >
              <Pin size={13} strokeWidth={1.7} aria-hidden="true" />
            </Button>
          )}
          <ColumnMenu arena={arena} column={column} />
        </span>
      </span>
      <span className="grid h-[34px] grid-cols-[auto_minmax(0,1fr)] items-center gap-3.5">
        <span className="text-[20px] leading-[26px] font-medium tracking-[-0.02em] tabular-nums">
          {formatReward(own.mean)}
        </span>
        <TrainedScorePlot figures={own} base={isPinned ? null : (figures[pinnedAt]?.mean ?? null)} />
      </span>
      <TrainedStatus figures={own} isPinned={isPinned} />
    </th>
  );
}

function TrainedStatus({
  figures: { verdicts, answered, total, gap },
  isPinned,
}: {
  figures: ColumnFigures;
  isPinned: boolean;
}) {
  const { win, tie, loss } = verdicts;
  const isHeld = win + tie + loss > 0;
  return (
    <span className="flex h-[28px] items-center gap-2.5 text-micro whitespace-nowrap text-ink-3">
      {isPinned ? (
        "base of the diff"
      ) : isHeld ? (
        <>
          <ScoreComparisonBar verdicts={verdicts} />
          <span className="tabular-nums">
            <span className="sr-only">wins, ties, losses: </span>
            <b className="font-medium text-ok">{win}</b>, {tie}, <b className="font-medium text-err">{loss}</b>
          </span>
        </>
      ) : null}
      <span className="ml-auto">
        {answered < total ? (
          <span className="text-accent-text">
            {formatCount(answered)} of {formatCount(total)}
          </span>
        ) : gap === null ? null : (
          <span className={classNames(gap > LARGE_GAP && "text-warn")}>gap {gap.toFixed(2).replace("-", "−")}</span>
        )}
      </span>
    </span>
  );
}

const BAR = 96;

function ScoreComparisonBar({ verdicts: { win, tie, loss } }: { verdicts: ColumnFigures["verdicts"] }) {
  const share = (count: number) => (count / (win + tie + loss)) * BAR;
  return (
    <svg width={BAR} height="8" aria-hidden="true" className="max-w-full flex-none">
      <rect width={Math.max(0, share(win) - 1)} height="8" rx="1" fill="var(--div-p3)" />
      <rect x={share(win)} width={Math.max(0, share(tie) - 1)} height="8" fill="var(--active)" />
      <rect x={share(win + tie)} width={share(loss)} height="8" rx="1" fill="var(--div-n2)" />
    </svg>
  );
}

function ColumnMenu({ arena, column }: { arena: ColumnHeads; column: ArenaColumn }) {
  const keys = arena.setting.columns.map(({ key }) => key);
  return (
    <Menu
      label={`Column ${column.label}`}
      align="end"
      trigger={
        <Button kind="ghost" size="icon-small" aria-label={`Actions for ${column.label}`}>
          <Ellipsis size={14} strokeWidth={1.7} aria-hidden="true" />
        </Button>
      }
    >
      <MenuItem disabled={!arena.mayRun || column.isGone} onSelect={() => arena.askColumn(column.key)}>
        <RefreshCw size={13} strokeWidth={1.7} aria-hidden="true" />
        Run column again
      </MenuItem>
      <MenuItem asChild>
        <Link href={playgroundHref(arena.workspace.slug, [column.model])}>Open in playground</Link>
      </MenuItem>
      <MenuItem disabled={keys.length < 2} onSelect={() => arena.setColumns(keys.filter((key) => key !== column.key))}>
        <Trash2 size={13} strokeWidth={1.7} aria-hidden="true" />
        Remove column
      </MenuItem>
    </Menu>
  );
}
