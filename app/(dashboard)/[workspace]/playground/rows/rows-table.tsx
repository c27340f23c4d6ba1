import { X } from "lucide-react";
import type { Members } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { Button } from "@/components/ui/button";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { countOf } from "@/lib/format/count";
import { columnNames, rowCellKey } from "./prepare-row-runs";
import { cellText, type MappedVariable, otherColumns, withCell } from "./prepare-rows";
import { RowAnswer } from "./row-answer";
import { RowTotalsLine } from "./row-totals";
import type { RowRuns, RowsDraft } from "./use-row-runs";

const CELL_CLASS = "border-t border-line px-1.5 py-1 align-top";
const HEAD_CLASS = "px-1.5 py-1 font-normal";

/** Columns that no variable uses are for reading; more of them are only counted. */
const MAX_OTHER_COLUMNS = 12;

/** The beginning of a cell that is for reading; the table's page shows all of it. */
const MAX_CELL_LENGTH = 400;

type RowsTableProps = {
  playground: RowsDraft;
  columns: readonly string[];
  mapping: readonly MappedVariable[];
  runs: RowRuns;
  emptyRows: readonly number[];
};

/** The columns that variables use on the left, then the answers, then the other columns of the rows. */
export function RowsTable({ playground, columns, mapping, runs, emptyRows }: RowsTableProps) {
  const { draft, change, rowStore, workspace } = playground;
  const { rows } = draft;
  const models = columnNames(draft.columns);
  const used = [...new Set(mapping.map(({ column }) => column))];
  const others = otherColumns(columns, mapping);
  const shown = others.slice(0, MAX_OTHER_COLUMNS);
  const set = (at: number, row: Members) => {
    runs.forgetRow(at);
    change((before) => ({ ...before, rows: before.rows.map((other, index) => (index === at ? row : other)) }));
  };
  const remove = (at: number) => {
    runs.forgetAll();
    change((before) => ({ ...before, rows: before.rows.filter((_, index) => index !== at) }));
  };
  return (
    <ScrollRegion aria-label="Rows" className="max-h-[56vh] overflow-auto rounded-control border border-line">
      <table className="w-full border-collapse text-small">
        <thead className="sticky top-0 z-1 bg-sunken text-left text-micro text-ink-3">
          <tr>
            <th scope="col" className={HEAD_CLASS}>
              <span className="sr-only">Row</span>
            </th>
            {used.map((column) => (
              <th key={`used ${column}`} scope="col" className={HEAD_CLASS}>
                <span className="block text-code text-ink-2">{column}</span>
              </th>
            ))}
            {draft.columns.map(({ key }, index) => (
              <th key={key} scope="col" className={`${HEAD_CLASS} min-w-48 text-code`}>
                {models[index] === "" ? "no model" : models[index]}
              </th>
            ))}
            {shown.map((column) => (
              <th key={`other ${column}`} scope="col" className={`${HEAD_CLASS} text-code`}>
                {column}
              </th>
            ))}
            <th scope="col" className={`${HEAD_CLASS} whitespace-nowrap`}>
              {others.length > shown.length ? `+ ${countOf(others.length - shown.length, "column")}` : null}
              <span className="sr-only">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.length === 0 ? (
            <tr>
              <td colSpan={used.length + draft.columns.length + 2} className="p-4 text-center text-ink-2">
                No rows yet. Add a row, or load a file or a dataset.
              </td>
            </tr>
          ) : null}
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: answers belong to a row by its place
            <tr key={at}>
              <td className={`${CELL_CLASS} text-right text-ink-3`}>{at + 1}</td>
              {used.map((column) => (
                <td key={`used ${column}`} className={CELL_CLASS}>
                  <textarea
                    aria-label={`${column}, row ${at + 1}`}
                    aria-invalid={emptyRows.includes(at) || undefined}
                    rows={1}
                    value={cellText(row, column)}
                    onChange={(event) => set(at, withCell(row, column, event.target.value))}
                    className="field-sizing-content max-h-24 w-full min-w-28 resize-none rounded-chip border border-line bg-surface px-1.5 py-0.5 aria-invalid:border-err"
                  />
                </td>
              ))}
              {draft.columns.map(({ key }) => (
                <td key={key} className={CELL_CLASS}>
                  <RowAnswer store={rowStore} cellKey={rowCellKey(at, key)} slug={workspace.slug} />
                </td>
              ))}
              {shown.map((column) => (
                <td key={`other ${column}`} className={`${CELL_CLASS} text-ink-2`}>
                  <p className="line-clamp-3 max-w-72 min-w-16 [overflow-wrap:anywhere]">
                    {cellText(row, column).slice(0, MAX_CELL_LENGTH)}
                  </p>
                </td>
              ))}
              <td className={`${CELL_CLASS} text-right`}>
                <Button kind="ghost" size="icon-small" aria-label={`Remove row ${at + 1}`} onClick={() => remove(at)}>
                  <X size={12} strokeWidth={2} aria-hidden="true" />
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
        <RowTotalsLine playground={playground} before={used.length + 1} after={shown.length + 1} />
      </table>
    </ScrollRegion>
  );
}
