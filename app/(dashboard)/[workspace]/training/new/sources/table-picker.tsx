"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Select } from "@/components/form/select";
import { OpenTableField } from "@/components/object/open-table-field";
import { FailureDetails } from "@/components/state/failure-state";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import { conversationPaths, ROW_ITSELF } from "@/lib/training/trajectories/read-table-row";
import type { Workspace } from "@/lib/workspace/workspace";
import { DatasetSelect } from "./dataset-select";
import { type OpenTable, tableName } from "./prepare-open-table";
import { SAMPLE_ROWS, tableBody } from "./read-table";
import type { SourceAdding } from "./use-sources";

/** Prefix of a path: the empty path is not a valid list value. */
const AT = "at:";

type TablePickerProps = {
  workspace: Workspace;
  sources: Pick<SourceAdding, "addTable">;
  table: OpenTable | null;
  onTable: (table: OpenTable) => void;
};

/** Selects a dataset, or a table by its digest or ref; then the path of the conversations in its rows. */
export function TablePicker({ workspace, sources, table, onTable }: TablePickerProps) {
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <DatasetSelect workspace={workspace} dataset={table?.dataset ?? null} onTable={onTable} />
      <OpenTableField
        workspace={workspace}
        onOpen={(digest, dataset, rowDigest) =>
          onTable({ digest, dataset, rowDigests: rowDigest === null ? [] : [rowDigest] })
        }
      />
      {table === null ? null : (
        <TableColumns key={table.digest} workspace={workspace} sources={sources} table={table} />
      )}
    </div>
  );
}

type TableColumnsProps = Omit<TablePickerProps, "onTable" | "table"> & { table: OpenTable };

/** Detects conversations in the first rows, and adds all rows. */
function TableColumns({ workspace: { connectionId, projectId }, sources, table }: TableColumnsProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const sample = useQuery({
    ...serviceQuery(connectionId, "table.query", { ...tableBody(projectId, table), limit: SAMPLE_ROWS }),
    retry: false,
  });
  const rows = sample.data?.rows ?? [];
  const paths = conversationPaths(rows);
  const path = chosen ?? paths[0];
  if (sample.isPending) return <ProgressBar label="Loading the first rows" />;
  if (sample.isError) return <FailureDetails failure={failureOf(sample.error)} />;
  if (path === undefined) {
    return (
      <Callout tone="warn">
        {rows.length === 0
          ? "The table is empty or was not found."
          : "No column contains a conversation in every row: a list of messages with roles, or a trajectory."}
      </Callout>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-1.5 gap-y-1 text-small">
      <span className="col-span-2 text-micro text-ink-3">Conversations in</span>
      <Select
        label="Conversations in"
        value={AT + path}
        options={paths.map((one) => ({ value: AT + one, label: one === ROW_ITSELF ? "the row itself" : one }))}
        onChange={(value) => setChosen(value.slice(AT.length))}
      />
      <Button onClick={() => sources.addTable(tableName(table), { ...table, path })}>Add rows</Button>
    </div>
  );
}
