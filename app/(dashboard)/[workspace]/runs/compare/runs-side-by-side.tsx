import type { ReactNode } from "react";
import { Unknown } from "@/components/table/cells";
import { RuledTableCell } from "@/components/training/lists/ruled-table";
import { Button } from "@/components/ui/button";
import { formatInterval } from "@/lib/evaluation/runs/format-score";
import { formatCount } from "@/lib/format/count";
import { classNames } from "@/lib/style/class-names";
import { formatMetric } from "@/lib/training/metrics/format-metric";
import { comparedSettings } from "@/lib/training/runs/compared-settings";
import { ComparedTimes } from "./compared-times";
import { RowHead, Sides } from "./sides-table";
import type { ComparedRun } from "./use-compared-runs";

type RunsSideBySideProps = { sides: readonly ComparedRun[]; hasSame: boolean; onSame: (hasSame: boolean) => void };

/** The rewards of the runs with their intervals, then their settings: those that differ, or all. */
export function RunsSideBySide({ sides, hasSame, onSame }: RunsSideBySideProps) {
  const settings = comparedSettings(sides.map(({ run }) => run));
  const differing = settings.filter(({ isSame }) => !isSame);
  const shown = hasSame || sides.length === 1 ? settings : differing;
  return (
    <>
      <h2 className="flex h-[38px] flex-none items-center gap-2 px-4 font-semibold max-md:px-3">
        Reward
        <span className="text-small font-normal text-ink-3">
          means of windows with 95% intervals, as in the verdict of each run
        </span>
      </h2>
      <Sides label="Rewards" sides={sides}>
        <Row name="Best window" sides={sides} cell={bestOf} />
        <Row name="Last window" sides={sides} cell={lastOf} />
        <Row name="Change from the first" sides={sides} cell={changeOf} />
        {sides.some(({ run }) => run?.restarts?.length) ? (
          <tr className="hover:bg-hover">
            <RowHead name="Began again" />
            {sides.map(({ id, run }) => (
              <RuledTableCell key={id} className="h-[30px] tabular-nums">
                {run?.restarts?.length ? `at step ${run.restarts.map((at) => formatCount(at)).join(", ")}` : "never"}
              </RuledTableCell>
            ))}
          </tr>
        ) : null}
      </Sides>
      <ComparedTimes sides={sides} />
      <h2 className="flex h-[38px] flex-none items-center gap-2 px-4 font-semibold max-md:px-3">
        Settings
        <span className="text-small font-normal text-ink-3">
          {formatCount(differing.length)} of {formatCount(settings.length)} differ
        </span>
        {sides.length === 1 ? null : (
          <Button size="small" className="ml-auto" onClick={() => onSame(!hasSame)}>
            {hasSame ? "Hide equal settings" : "Show equal settings"}
          </Button>
        )}
      </h2>
      {shown.length === 0 ? null : (
        <Sides label="Settings" sides={sides}>
          {shown.map(({ name, values, isSame }) => (
            <tr key={name} className="hover:bg-hover">
              <RowHead name={name} />
              {values.map((value, index) => (
                <RuledTableCell
                  key={sides[index]?.id}
                  className={classNames("h-[30px] max-w-72", !isSame && value !== values[0] && "bg-accent-tint")}
                >
                  <span className="block truncate text-code" title={value ?? undefined}>
                    {value ?? <Unknown />}
                  </span>
                </RuledTableCell>
              ))}
            </tr>
          ))}
        </Sides>
      )}
    </>
  );
}

type Figures = NonNullable<ComparedRun["run"]>["verdict"]["figures"];

const bestOf = ({ best_reward: best, best_low: low, best_high: high }: Figures) => valueWith(best, low, high);
const lastOf = ({ last_reward: last, last_low: low, last_high: high }: Figures) => valueWith(last, low, high);

function valueWith(value: number | null, low: number | null | undefined, high: number | null | undefined): ReactNode {
  if (value === null) return <Unknown />;
  return (
    <>
      {formatMetric("reward", value)} <Interval low={low} high={high} />
    </>
  );
}

function Interval({ low, high }: { low: number | null | undefined; high: number | null | undefined }) {
  return (
    <span className="text-micro text-ink-3">
      {low == null || high == null ? "no interval" : formatInterval({ low, high })}
    </span>
  );
}

function changeOf({ change, change_low: low, change_high: high }: Figures): ReactNode {
  if (change === null) return <Unknown />;
  return (
    <>
      {change > 0 ? "+" : ""}
      {formatMetric("reward", change)} <Interval low={low} high={high} />
    </>
  );
}

function Row({ name, sides, cell }: { name: string; sides: readonly ComparedRun[]; cell: (of: Figures) => ReactNode }) {
  return (
    <tr className="hover:bg-hover">
      <RowHead name={name} />
      {sides.map(({ id, run }) => (
        <RuledTableCell key={id} className="h-[30px] tabular-nums">
          {run === null ? <Unknown /> : cell(run.verdict.figures)}
        </RuledTableCell>
      ))}
    </tr>
  );
}
