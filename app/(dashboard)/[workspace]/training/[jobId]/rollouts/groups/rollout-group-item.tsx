import { formatReward } from "@/lib/format/reward";
import { classNames } from "@/lib/style/class-names";
import { formatMetric } from "@/lib/training/metrics/format-metric";
import { GroupRewards, rewardListText } from "./group-rewards";
import { discardReason, type GroupListRow } from "./prepare-group-list";

/** The columns shared by the header and the rows of the list. */
export const GROUP_COLUMNS =
  "grid grid-cols-[minmax(0,1fr)_58px_42px_54px] items-center gap-x-2 pr-3.5 pl-4 max-md:pl-3";

type GroupItemProps = { row: GroupListRow; href: string; isShown: boolean; onOpen: () => void };

/** A group in a line: its title, its rewards, their mean and spread. Hatched without spread: it carries no gradient. */
export function RolloutGroupItem({ row, href, isShown, onOpen }: GroupItemProps) {
  const { index, name, shown, rewards, exceptionCount, spread, isTrainable } = row;
  return (
    <a
      href={href}
      aria-current={isShown ? "true" : undefined}
      aria-label={[
        `Group ${index}`,
        name,
        rewardListText(rewards, exceptionCount),
        isTrainable
          ? `mean ${formatReward(spread.mean)}, spread ${formatReward(spread.deviation)}`
          : discardReason(row),
      ]
        .filter(Boolean)
        .join(", ")}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        onOpen();
      }}
      className={classNames(
        GROUP_COLUMNS,
        "h-8 border-b border-line text-small outline-offset-[-2px]",
        isShown ? "bg-accent-tint shadow-[inset_0_0_0_1px_var(--focus)]" : "hover:bg-hover",
        !isTrainable && "text-ink-3",
      )}
    >
      <span className="flex min-w-0 gap-2">
        <b className={classNames("min-w-4 flex-none text-right font-semibold tabular-nums", isTrainable && "text-ink")}>
          {index}
        </b>
        <span className={classNames("truncate", isTrainable && "text-ink-2")} title={name}>
          {shown.name}
          {shown.detail === "" ? null : <span className="ml-1.5 text-micro text-ink-3">{shown.detail}</span>}
        </span>
      </span>
      <GroupRewards rewards={rewards} exceptionCount={exceptionCount} />
      <span className="text-right tabular-nums">{formatMetric("reward", spread.mean)}</span>
      {isTrainable ? (
        <span className="text-right tabular-nums">{formatMetric("reward", spread.deviation)}</span>
      ) : (
        <i
          aria-hidden="true"
          title={discardReason(row) ?? undefined}
          className="h-2.5 w-11 justify-self-end rounded-bar bg-hatch-idle"
        />
      )}
    </a>
  );
}
