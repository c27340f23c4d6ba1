"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import type { ReactNode } from "react";
import { Input } from "@/components/form/input";
import { Segmented } from "@/components/form/segmented";
import { Select } from "@/components/form/select";
import { FailureState } from "@/components/state/failure-state";
import { Button } from "@/components/ui/button";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { Workspace } from "@/lib/workspace/workspace";
import type { DraftControl } from "./draft-control";
import type { DraftFilter } from "./evaluation-draft";
import { FieldError } from "./field-error";
import { NumberedHeading } from "./numbered-heading";

/** The rows that an estimate counted and read. */
interface EstimatedRows {
  readonly rows: number;
  /** Null where only the chosen rows were counted. */
  readonly rows_in_table: number | null;
  readonly columns: readonly string[];
  readonly first_rows: readonly Readonly<Record<string, unknown>>[];
}

type RowsPartProps = {
  workspace: Workspace;
  control: DraftControl;
  estimate: EstimatedRows | undefined;
  errors: ReadonlyMap<string, string>;
  title?: string;
  /** Shown before the table. */
  lead?: ReactNode;
};

const MAX_VERSIONS = 500;

const OPERATORS: readonly { value: DraftFilter["operator"]; label: string }[] = [
  { value: "is", label: "is" },
  { value: "is_not", label: "is not" },
  { value: "contains", label: "contains" },
  { value: "is_empty", label: "is empty" },
  { value: "is_not_empty", label: "is not empty" },
];

/** The rows: a version of a table, filters, and a sample of what remains. */
export function RowsPart({ workspace, control, estimate, errors, title = "Rows", lead }: RowsPartProps) {
  const { draft, change } = control;
  const datasets = useQuery(
    serviceQuery(workspace.connectionId, "objs.query", {
      project_id: workspace.projectId,
      filter: { base_object_classes: ["Dataset"] },
      sort_by: [{ field: "created_at", direction: "desc" }],
      metadata_only: true,
      limit: MAX_VERSIONS,
    }),
  );
  const versions = (datasets.data?.objs ?? []).map(({ object_id: id, digest, version_index: index }) => ({
    value: `weave:///${workspace.projectId}/object/${id}:${digest}`,
    label: `${id} v${index}`,
  }));
  const all = estimate?.rows_in_table ?? null;
  const count = estimate ? `${estimate.rows}${all === null ? "" : ` of ${all}`}` : null;
  return (
    <section aria-label={title} className="border-b border-line">
      <NumberedHeading
        number={2}
        title={title}
        count={count}
        isDone={draft.datasetRef !== "" && estimate !== undefined}
      >
        {lead}
        {datasets.isError ? null : (
          <Select
            label="Table"
            value={draft.datasetRef}
            placeholder={
              datasets.isPending ? "Loading tables" : versions.length === 0 ? "No tables yet" : "Choose a table"
            }
            isDisabled={versions.length === 0}
            options={versions}
            onChange={(datasetRef) => change({ datasetRef })}
            className="h-(--ctl-h-small) w-[210px] text-small"
          />
        )}
        <AddFilter control={control} columns={estimate?.columns ?? []} />
        <SampleFields control={control} />
      </NumberedHeading>
      {datasets.isError ? (
        <FailureState failure={failureOf(datasets.error)} onRetry={() => void datasets.refetch()} />
      ) : null}
      {draft.filters.length > 0 ? <Filters control={control} columns={estimate?.columns ?? []} /> : null}
      <div className="px-4 max-md:px-3">
        <FieldError text={errors.get("rows") ?? errors.get("rows.dataset_ref") ?? errors.get("rows.sample")} />
      </div>
      {estimate && draft.datasetRef !== "" ? <FirstRows estimate={estimate} /> : null}
      {datasets.isSuccess && versions.length === 0 ? (
        <p className="px-4 pb-2.5 text-small text-ink-3 max-md:px-3">
          This project has no tables yet. Upload one on the Tables page, or publish a Dataset.
        </p>
      ) : null}
    </section>
  );
}

function AddFilter({ control, columns }: { control: DraftControl; columns: readonly string[] }) {
  const { draft, change } = control;
  const [first] = columns;
  return (
    <Button
      kind="ghost"
      size="small"
      disabled={first === undefined}
      icon={<Plus size={13} strokeWidth={1.7} aria-hidden="true" />}
      onClick={() => change({ filters: [...draft.filters, { column: first ?? "", operator: "is_not_empty" }] })}
    >
      Filter
    </Button>
  );
}

function SampleFields({ control }: { control: DraftControl }) {
  const { sample } = control.draft;
  const count = sample.kind === "all" ? 50 : Number(sample.count);
  return (
    <>
      <Segmented
        label="Sample"
        size="small"
        value={sample.kind}
        onChange={(kind) => control.change({ sample: kind === "all" ? { kind } : { kind, count } })}
        segments={[
          { value: "all", label: "All" },
          { value: "first", label: "First" },
          { value: "random", label: "Random sample" },
        ]}
      />
      {sample.kind === "all" ? null : (
        <Input
          size="small"
          type="number"
          min={1}
          aria-label="Number of rows"
          value={String(count)}
          onChange={(event) =>
            control.change({ sample: { ...sample, count: Math.max(1, Math.trunc(Number(event.target.value)) || 1) } })
          }
          className="w-[70px]"
        />
      )}
    </>
  );
}

function Filters({ control, columns }: { control: DraftControl; columns: readonly string[] }) {
  const { draft, change } = control;
  const set = (index: number, members: Partial<DraftFilter>) =>
    change({ filters: draft.filters.map((one, at) => (at === index ? { ...one, ...members } : one)) });
  const options = [...new Set([...columns, ...draft.filters.map(({ column }) => column)])];
  return (
    <ul aria-label="Filters" className="grid gap-1 px-4 pb-2 max-md:px-3">
      {draft.filters.map(({ column, operator, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: filters may be equal, and hold no state of their own
        <li key={index} className="flex flex-wrap items-center gap-1">
          <Select
            label="Column"
            value={column}
            options={options.map((name) => ({ value: name, label: name }))}
            onChange={(name) => set(index, { column: name })}
            className="h-(--ctl-h-small) text-small"
          />
          <Select
            label="Condition"
            value={operator}
            options={OPERATORS}
            onChange={(next) => set(index, { operator: next })}
            className="h-(--ctl-h-small) text-small"
          />
          {operator === "is_empty" || operator === "is_not_empty" ? null : (
            <Input
              size="small"
              aria-label="Value"
              value={value ?? ""}
              onChange={(event) => set(index, { value: event.target.value })}
              className="w-[160px]"
            />
          )}
          <Button
            kind="ghost"
            size="icon-small"
            aria-label={`Remove the filter on ${column}`}
            icon={<X size={13} strokeWidth={1.7} aria-hidden="true" />}
            onClick={() => change({ filters: draft.filters.filter((_one, at) => at !== index) })}
          />
        </li>
      ))}
    </ul>
  );
}

const cellText = (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

const MAX_COLUMNS = 4;

function FirstRows({ estimate }: { estimate: EstimatedRows }) {
  const columns = estimate.columns.slice(0, MAX_COLUMNS);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by key
    <section tabIndex={0} aria-label="First rows" className="overflow-x-auto border-t border-line">
      <table className="w-full min-w-[480px] table-fixed text-small">
        <thead>
          <tr className="text-left text-micro text-ink-3">
            {columns.map((column) => (
              <th key={column} scope="col" className="truncate px-4 py-1 font-normal">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {estimate.first_rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows may be equal, and their order never changes
            <tr key={index} className="h-[26px] border-t border-line">
              {columns.map((column) => (
                <td key={column} className="truncate px-4" title={cellText(row[column])}>
                  {cellText(row[column])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
