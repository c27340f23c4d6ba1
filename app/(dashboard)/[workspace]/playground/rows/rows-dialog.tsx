"use client";

import { ViewDialog } from "@/components/dialog/view-dialog";
import { formatCount } from "@/lib/format/count";
import { ColumnMapping } from "./column-mapping";
import { LoadRows } from "./load-rows";
import { MAX_ROWS } from "./prepare-row-runs";
import { columnsOfRows, emptyRows, mapVariables } from "./prepare-rows";
import { RowsFoot } from "./rows-foot";
import { RowsTable } from "./rows-table";
import { type RowsDraft, useRowRuns } from "./use-row-runs";

type RowsDialogProps = {
  playground: RowsDraft;
  /** The variables of the messages. */
  names: readonly string[];
  canRun: boolean;
  onClose: () => void;
};

/** Runs the request once for each row of a table, and saves the answers as a new table. */
export function RowsDialog({ playground, names, canRun, onClose }: RowsDialogProps) {
  return (
    <ViewDialog
      title="Run over rows"
      description={`Runs every column once per row, with the row’s values as variables. Up to ${formatCount(MAX_ROWS)} rows.`}
      size="full"
      onClose={onClose}
    >
      <Rows playground={playground} names={names} canRun={canRun} />
    </ViewDialog>
  );
}

function Rows({ playground, names, canRun }: Omit<RowsDialogProps, "onClose">) {
  const { draft, change } = playground;
  const columns = columnsOfRows(draft.rows);
  const mapping = mapVariables(names, columns, draft.rowColumns);
  const empty = emptyRows(draft.rows, mapping);
  const runs = useRowRuns(playground, mapping);
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
      <LoadRows playground={playground} runs={runs} />
      <ColumnMapping
        playground={playground}
        columns={columns}
        mapping={mapping}
        isDisabled={runs.isRunning}
        onChoose={(name, column) => {
          // Answers belong to the values that they were given.
          runs.forgetAll();
          change((before) => ({ ...before, rowColumns: { ...before.rowColumns, [name]: column } }));
        }}
      />
      <RowsTable playground={playground} columns={columns} mapping={mapping} runs={runs} emptyRows={empty} />
      <RowsFoot playground={playground} mapping={mapping} runs={runs} emptyRows={empty} canRun={canRun} />
    </div>
  );
}
