import { Unknown } from "@/components/table/cells";
import { RuledTableCell } from "@/components/training/lists/ruled-table";
import { comparedTimes, percentText, secondsText } from "@/lib/training/runs/time-chart";
import { RowHead, Sides } from "./sides-table";
import type { ComparedRun } from "./use-compared-runs";

/** The mean time of an iteration of each run by phase; nothing where none of the runs says it. */
export function ComparedTimes({ sides }: { sides: readonly ComparedRun[] }) {
  const splits = sides.map(({ run }) => run?.time_split ?? null);
  const rows = comparedTimes(splits);
  if (rows.length === 0) return null;
  return (
    <>
      <h2 className="flex h-[38px] flex-none items-center gap-2 px-4 font-semibold max-md:px-3">
        Time of an iteration
        <span className="text-small font-normal text-ink-3">
          means over all iterations
          {splits.some((split) => split?.overlaps) ? "; phases that run side by side exceed the iteration" : ""}
        </span>
      </h2>
      <Sides label="Times" sides={sides}>
        {rows.map(({ label, cells }) => (
          <tr key={label} className="hover:bg-hover">
            <RowHead name={label} />
            {cells.map((cell, index) => (
              <RuledTableCell key={sides[index]?.id} className="h-[30px] tabular-nums">
                {cell === null ? (
                  <Unknown />
                ) : (
                  <>
                    {secondsText(cell.seconds)}{" "}
                    <span className="text-micro text-ink-3">{cell.share === null ? "" : percentText(cell.share)}</span>
                  </>
                )}
              </RuledTableCell>
            ))}
          </tr>
        ))}
      </Sides>
    </>
  );
}
