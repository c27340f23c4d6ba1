"use client";

import { X } from "lucide-react";
import { Select } from "@/components/form/select";
import { Button } from "@/components/ui/button";
import { failureOf } from "@/lib/api/client/request-failure";
import type { RowChoice } from "@/lib/evaluation/runs/row-choice";
import { formatCount } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";
import { useRunSlices } from "./use-run-slices";

type Slice = Pick<RowChoice, "slice" | "value">;

type SliceControlProps = {
  workspace: Workspace;
  /** The run whose rows are offered; null while it is not known. */
  runId: string | null;
  sameRowsAs?: readonly string[];
  scoreId: string | null;
  choice: RowChoice;
  onSlice: (slice: Slice) => void;
};

const NONE: Slice = { slice: null, value: null };
const SELECT_CLASS = "h-(--ctl-h-small) max-w-48 text-small";

/** Chooses a member of the rows and one of its values: only rows with it count. */
export function SliceControl({ workspace, runId, sameRowsAs = [], scoreId, choice, onSlice }: SliceControlProps) {
  const { slice, value } = choice;
  const isKnown = runId !== null && scoreId !== null;
  const [query] = useRunSlices(workspace, {
    runIds: isKnown ? [runId] : [],
    ...{ sameRowsAs, scoreId: scoreId ?? "", path: slice, part: choice.rows },
  });
  if (query?.isError && slice !== null) {
    return (
      <span role="alert" className="inline-flex items-center gap-1.5 text-small text-err">
        The values of {slice} could not be loaded: {failureOf(query.error).message}
        <Clear onClear={() => onSlice(NONE)} />
      </span>
    );
  }
  const paths = query?.data?.paths.map(({ path }) => path) ?? [];
  // A member in the address may have many values, and is then not among those that divide the rows.
  const members = slice === null || paths.includes(slice) ? paths : [slice, ...paths];
  if (members.length === 0) return null;
  const values = query?.data?.path === slice ? (query?.data?.values ?? []) : [];
  const known = values.map((one) => ({
    value: one.value,
    label: `${one.value || "(empty)"}  ${formatCount(one.examples)}`,
  }));
  const isListed = value === null || known.some((one) => one.value === value);
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <Select
        label="Slice by"
        value={slice ?? ""}
        placeholder="Slice by"
        options={members.map((path) => ({ value: path, label: path }))}
        onChange={(path) => onSlice({ slice: path, value: null })}
        className={SELECT_CLASS}
      />
      {slice === null ? null : (
        <>
          <Select
            label={`Value of ${slice}`}
            value={value ?? ""}
            placeholder="All values"
            options={(isListed ? known : [{ value, label: value }, ...known]).filter((one) => one.value !== "")}
            onChange={(chosen) => onSlice({ slice, value: chosen })}
            className={SELECT_CLASS}
          />
          <Clear onClear={() => onSlice(NONE)} />
        </>
      )}
    </span>
  );
}

function Clear({ onClear }: { onClear: () => void }) {
  return (
    <Button kind="ghost" size="icon-small" aria-label="Count all slices" onClick={onClear}>
      <X size={13} strokeWidth={1.7} aria-hidden="true" />
    </Button>
  );
}
