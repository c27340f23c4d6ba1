import { useMemo } from "react";
import { Unknown } from "@/components/table/cells";
import { RuledTableCell } from "@/components/training/lists/ruled-table";
import { Button } from "@/components/ui/button";
import { Tag } from "@/components/ui/tag";
import type { JobRecord } from "@/lib/api/contract/training/training-jobs";
import { countOf, formatCount } from "@/lib/format/count";
import { formatMetric } from "@/lib/training/metrics/format-metric";
import { isSameValue } from "@/lib/training/metrics/value-axis";
import type { ComparedJob } from "./compared-jobs";
import { type SettingRow, settingRows } from "./prepare-settings";
import { type ValueCell, valueRows } from "./prepare-values";
import { RowHead, SideColumns, SidesHead } from "./side-columns";

type SidesTableProps = {
  sides: readonly ComparedJob[];
  paths: readonly string[];
  records: readonly (JobRecord | null)[];
  /** Equal settings are listed, too. */
  hasSame: boolean;
  onSame: (hasSame: boolean) => void;
};

/** The jobs as columns: their results, and the settings that differ. */
export function SidesTable({ sides, paths, records, hasSame, onSame }: SidesTableProps) {
  const values = useMemo(() => valueRows(sides, paths), [sides, paths]);
  const settings = useMemo(() => settingRows(records), [records]);
  const differing = settings.filter(({ isSame }) => !isSame);
  const listed = hasSame ? settings : differing;
  return (
    <>
      <SidesHead title="Settings" fact={settingsFact(settings, differing.length)}>
        {differing.length < settings.length ? (
          <Button size="small" isOn={hasSame} aria-pressed={hasSame} onClick={() => onSame(!hasSame)}>
            Show equal settings
          </Button>
        ) : null}
      </SidesHead>
      {listed.length === 0 ? null : (
        <SideColumns label="Settings" sides={sides}>
          {listed.map(({ name, values: texts, isSame }) => (
            <tr key={name} className="hover:bg-hover">
              <RowHead name={name} />
              {sides.map(({ id }, index) => (
                <RuledTableCell key={id} className="h-7 max-w-60">
                  <span
                    className={isSame ? "block truncate text-ink-3" : "block truncate"}
                    title={texts[index] ?? undefined}
                  >
                    {texts[index] ?? <Unknown />}
                  </span>
                </RuledTableCell>
              ))}
            </tr>
          ))}
        </SideColumns>
      )}
      <SidesHead title="Values" fact="last, and the best or the previous range" />
      <SideColumns label="Values" sides={sides}>
        {values.map(({ path, cells }) => (
          <tr key={path} className="hover:bg-hover">
            <RowHead name={path} />
            {sides.map(({ id }, index) => (
              <RuledTableCell key={id}>
                <Reached path={path} cell={cells[index] ?? null} />
              </RuledTableCell>
            ))}
          </tr>
        ))}
      </SideColumns>
    </>
  );
}

function settingsFact(settings: readonly SettingRow[], differing: number): string {
  if (settings.length === 0) return "no settings reported";
  return differing === 0
    ? `all ${formatCount(settings.length)} are the same`
    : `${formatCount(differing)} of ${countOf(settings.length, "setting")} differ`;
}

/** The last value, then the best with its step, or the range where neither direction is better. */
function Reached({ path, cell }: { path: string; cell: ValueCell | null }) {
  if (cell === null) return <Unknown />;
  const { last, low, high, best, isAhead } = cell;
  const text = (value: number) => formatMetric(path, value);
  return (
    <span className="grid leading-[17px] tabular-nums">
      <span className="flex items-center gap-1.5">
        {text(last)}
        {isAhead ? <Tag tone="ok">leads</Tag> : null}
      </span>
      <span className="text-micro text-ink-3">
        {best === null
          ? isSameValue(low, high)
            ? "constant"
            : `${text(low)} to ${text(high)}`
          : `best ${text(best.value)} at step ${formatCount(best.step)}`}
      </span>
    </span>
  );
}
