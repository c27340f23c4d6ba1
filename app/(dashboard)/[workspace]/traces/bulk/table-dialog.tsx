"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useId, useState } from "react";
import { FormDialog } from "@/components/dialog/form-dialog";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Segmented } from "@/components/form/segmented";
import { useToast } from "@/components/ui/toast";
import { serviceQuery } from "@/lib/api/client/service-query";
import { objectName } from "@/lib/api/contract/objects/object-name";
import type { ObservedPath } from "@/lib/calls/path-columns";
import { columnName, columnsProblem, type RowColumn } from "@/lib/dataset/rows-of-calls";
import { countOf } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";
import { type CreatedTable, createTableOfCalls } from "./create-table-of-calls";
import { LongTaskProgress } from "./long-task-progress";
import type { CallsSubject } from "./read-selected-calls";
import { RowColumnsField } from "./row-columns-field";
import { useLongTask } from "./use-long-task";

type TableDialogProps = {
  workspace: Workspace;
  subject: CallsSubject;
  /** Paths that are shown as columns: they are the initial columns of the table. */
  visiblePaths: readonly string[];
  observedPaths: readonly ObservedPath[];
  onClose: () => void;
};

/** Creates rows of a dataset from calls: a new table, a new dataset, or a new version of a dataset. */
export function TableDialog({
  workspace,
  subject,
  visiblePaths: shownPaths,
  observedPaths: seenPaths,
  onClose,
}: TableDialogProps) {
  const work = useLongTask();
  const router = useRouter();
  const toast = useToast();
  const queries = useQueryClient();
  const [columns, setColumns] = useState(() => firstColumns(shownPaths));
  const [name, setName] = useState("");
  const [place, setPlace] = useState<"append" | "replace">("append");
  const datasets = useDatasetNames(workspace);
  const clean = objectName(name);
  const isThere = datasets.includes(clean);
  const problem = columnsProblem(columns);
  const isRunning = work.state.kind === "running";
  const onMade = ({ digest, dataset, rowCount }: CreatedTable) => {
    void queries.invalidateQueries({ queryKey: ["service", workspace.connectionId, "objs.query"] });
    toast(`${countOf(rowCount, "row")} added${dataset === null ? "" : ` to ${clean}`}`);
    onClose();
    const search = new URLSearchParams({ digest, ...(dataset === null ? {} : { dataset }) });
    router.push(`/${workspace.slug}/tables?${search}`);
  };
  return (
    <FormDialog
      title="Add to dataset"
      description={`${countOf(subject.count ?? 0, "call")}, one row per call.`}
      size="wide"
      action={clean === "" ? "Create table" : isThere ? "Create version" : "Create dataset"}
      isReady={problem === null}
      isLocked={isRunning}
      aside={problem === null ? null : <span className="text-small text-err">{problem}</span>}
      onSubmit={() => {
        const target = { name: clean, isAppending: isThere && place === "append" };
        work.run((control) => createTableOfCalls(subject, columns, target, control), onMade);
      }}
      onClose={onClose}
    >
      <RowColumnsField columns={columns} observedPaths={seenPaths} onChange={setColumns} />
      <DatasetField name={name} clean={clean} isPresent={isThere} datasets={datasets} onChange={setName} />
      {isThere ? (
        <Segmented
          label="How rows are added"
          size="small"
          value={place}
          segments={[
            { value: "append", label: "Append rows" },
            { value: "replace", label: "Replace rows" },
          ]}
          onChange={setPlace}
          className="justify-self-start"
        />
      ) : null}
      <LongTaskProgress
        state={work.state}
        total={subject.count}
        noun="rows"
        onStop={work.stop}
        remaining={() => "No table or version was created."}
      />
    </FormDialog>
  );
}

/** The initial columns of the table: full inputs and output, unless paths are on screen. */
function firstColumns(shownPaths: readonly string[]): RowColumn[] {
  const columns: RowColumn[] = [];
  for (const path of ["id", ...(shownPaths.length > 0 ? shownPaths : ["inputs", "output"])]) {
    const taken = columns.map(({ name }) => name);
    columns.push({ path, name: path === "id" ? "call_id" : columnName(path, taken) });
  }
  return columns;
}

type DatasetFieldProps = {
  name: string;
  clean: string;
  isPresent: boolean;
  datasets: readonly string[];
  onChange: (name: string) => void;
};

function DatasetField({ name, clean, isPresent: isThere, datasets, onChange }: DatasetFieldProps) {
  const listId = useId();
  const words = isThere
    ? `Creates a new version of ${clean}; older versions do not change.`
    : clean === ""
      ? "Unnamed tables can only be found by digest."
      : `Creates the dataset ${clean}.`;
  return (
    <Field label="Dataset" hint={words}>
      {(ids) => (
        <>
          <Input
            {...ids}
            list={listId}
            value={name}
            autoComplete="off"
            onChange={(event) => onChange(event.target.value)}
          />
          <datalist id={listId}>
            {datasets.map((dataset) => (
              <option key={dataset} value={dataset} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

/** Names of the project's newest datasets; empty where they cannot be listed. */
function useDatasetNames({ connectionId, projectId }: Workspace): readonly string[] {
  const { data } = useQuery({
    ...serviceQuery(connectionId, "objs.query", {
      project_id: projectId,
      filter: { base_object_classes: ["Dataset"], latest_only: true },
      sort_by: [{ field: "created_at", direction: "desc" }],
      metadata_only: true,
      include_storage_size: false,
      limit: 500,
    }),
    retry: false,
  });
  return data?.objs.map(({ object_id }) => object_id) ?? [];
}
