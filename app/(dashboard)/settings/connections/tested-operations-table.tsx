import { StatusGlyph } from "@/components/glyph/status-glyph";
import { DurationCell } from "@/components/table/cells";
import { SmallTable, SmallTableCell, SmallTableHeadCell } from "@/components/table/small-table";
import { ScrollRegion } from "@/components/ui/scroll-region";
import type { TestRow } from "./prepare-connection-test";

const SCALE = [5, 500] as const;
const SLOW_MS = 300;

const supportLabels = {
  supported: "supported",
  refused: "rejected",
  missing: "not supported",
  unknown: "unknown",
} as const;
const answerColors = { supported: "", refused: "text-err", missing: "text-ink-3", unknown: "text-ink-3" } as const;

/** One line for each tested operation. */
export function TestTable({ rows }: { rows: readonly TestRow[] }) {
  return (
    <ScrollRegion
      aria-label="Tested operations"
      className="relative min-h-0 flex-1 overflow-auto border-t border-line outline-offset-[-2px]"
    >
      <SmallTable aria-label="Operations" className="min-w-[820px]">
        <thead className="sticky top-0 z-[2]">
          <tr>
            <SmallTableHeadCell className="w-10">
              <span className="sr-only">Result</span>
            </SmallTableHeadCell>
            <SmallTableHeadCell className="w-[164px]">Operation</SmallTableHeadCell>
            <SmallTableHeadCell>Request</SmallTableHeadCell>
            <SmallTableHeadCell className="w-[54px]">Auth</SmallTableHeadCell>
            <SmallTableHeadCell className="w-[184px]">Response</SmallTableHeadCell>
            <SmallTableHeadCell className="w-[124px] text-right">Latency</SmallTableHeadCell>
            <SmallTableHeadCell className="w-[84px]">Area</SmallTableHeadCell>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className="group/row">
              <SmallTableCell className="text-clip">
                <StatusGlyph
                  status={row.status}
                  label={supportLabels[row.support]}
                  className="inline-block align-[-3px]"
                />
              </SmallTableCell>
              <SmallTableCell>{row.title}</SmallTableCell>
              <SmallTableCell className="text-code" title={`${row.method} ${row.path}`}>
                <span className="text-ink-3">{row.method}</span> {row.path}
              </SmallTableCell>
              <SmallTableCell className="text-ink-2">{row.auth}</SmallTableCell>
              <SmallTableCell className={answerColors[row.support]} title={row.note}>
                {row.note}
              </SmallTableCell>
              <SmallTableCell className="text-right text-clip">
                <DurationCell
                  durationMs={row.latencyMs}
                  domain={SCALE}
                  isSlow={row.latencyMs !== null && row.latencyMs > SLOW_MS}
                />
              </SmallTableCell>
              <SmallTableCell className="text-ink-2">{row.isCore ? "interface" : "extension"}</SmallTableCell>
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </ScrollRegion>
  );
}
