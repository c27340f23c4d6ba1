"use client";

import { type FormEvent, useState } from "react";
import type { StoredRows } from "@/app/(dashboard)/[workspace]/evaluations/new/draft/carried-draft";
import { DialogFailure } from "@/components/dialog/dialog-failure";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { PageHead } from "@/components/ui/page-head";
import { type Carried, takeCarried } from "@/lib/address/carried-rows";
import { failureOf } from "@/lib/api/client/request-failure";
import { objectName } from "@/lib/api/contract/objects/object-name";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { otherErrors } from "@/lib/failure/field-errors";
import { countOf, formatCount } from "@/lib/format/count";
import type { Dictionary } from "@/lib/json/value/value-kind";
import type { Workspace } from "@/lib/workspace/workspace";
import { useStoringRows } from "./use-storing-rows";

type CarriedGateProps = {
  workspace: Workspace;
  /** The name of the rows in the session. */
  name: string;
  onStored: (stored: StoredRows) => void;
  /** Called to go on without the rows. */
  onForget: () => void;
};

/** Stores the rows that another page left as a table, which an evaluation reads, before the form opens. */
export function CarriedGate({ workspace, name, onStored, onForget }: CarriedGateProps) {
  const [carried] = useState(() => takeCarried(name));
  return (
    <>
      <PageHead title="New evaluation" />
      <div className="grid flex-1 overflow-auto border-t border-line">
        {carried === null ? (
          <PaneState
            kind="no-match"
            title="The rows are no longer in this browser"
            actions={
              <Button size="small" onClick={onForget}>
                Set up an evaluation without them
              </Button>
            }
          >
            They were kept for the tab that they were chosen in. Choose them again on the page that led here.
          </PaneState>
        ) : (
          <StoringForm workspace={workspace} carried={carried} onStored={onStored} onForget={onForget} />
        )}
      </div>
    </>
  );
}

/** The noun of what is carried, with its count: "3 prompts", "12 rows", "all rows". */
function carriedWords(carried: Carried): string {
  if ("table" in carried) return carried.rowDigests === null ? "all rows" : countOf(carried.rowDigests.length, "row");
  return countOf(carried.rows.length, carried.messages === null ? "row" : "prompt");
}

type StoringFormProps = Omit<CarriedGateProps, "name"> & { carried: Carried };

function StoringForm({ workspace, carried, onStored, onForget }: StoringFormProps) {
  const [text, setText] = useState(carried.name);
  const storing = useStoringRows(workspace, carried, onStored);
  const dataset = objectName(text);
  const failure = storing.error ? failureOf(storing.error) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (dataset !== "" && !storing.isPending) storing.mutate(dataset);
  };
  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label="Store the rows"
      className="m-auto grid w-full max-w-[480px] grid-cols-[minmax(0,1fr)] gap-3 px-4 py-6 max-md:px-3"
    >
      <div className="grid gap-1">
        <h2 className="font-semibold">Store {carriedWords(carried)} as a table</h2>
        <p className="text-small text-ink-2">
          An evaluation reads its rows from a table, so that it can be repeated and compared on the same rows.
        </p>
      </div>
      {"table" in carried ? null : <FirstRows {...carried} />}
      <Field
        label="Table name"
        hint={dataset === "" ? "Letters, digits, dots and _." : `Saved as ${dataset}, as a new version if it exists.`}
      >
        {(ids) => <Input {...ids} value={text} onChange={(event) => setText(event.target.value)} />}
      </Field>
      <DialogFailure failure={failure} messages={otherErrors(failure, [])} />
      <div className="flex flex-wrap justify-end gap-1.5">
        <Button kind="ghost" onClick={onForget}>
          Without them
        </Button>
        <Button type="submit" kind="primary" disabled={dataset === ""} isBusy={storing.isPending}>
          Store and continue
        </Button>
      </div>
    </form>
  );
}

const SHOWN_ROWS = 4;

const textOf = (value: unknown) => (typeof value === "string" ? value : stringifyJson(value));

const isSentence = (value: unknown) => typeof value === "string" && value.trim().includes(" ");

/** The prompt of a row, or its first column that is more than a word. */
function lineOf(row: Dictionary): string {
  const values = Object.values(row);
  return textOf(row.prompt ?? values.find(isSentence) ?? values[0] ?? "");
}

/** The beginning of what is carried, and what is not. */
function FirstRows({ rows, leftOut }: { rows: readonly Dictionary[]; leftOut: number }) {
  const more = rows.length - SHOWN_ROWS;
  return (
    <div className="grid gap-1 text-small">
      <ol aria-label="First rows" className="overflow-hidden rounded-control border border-line">
        {rows.slice(0, SHOWN_ROWS).map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows may be equal, and their order never changes
          <li key={index} className="truncate border-line px-2.5 py-1 not-first:border-t" title={lineOf(row)}>
            {lineOf(row)}
          </li>
        ))}
      </ol>
      <p className="text-micro text-ink-3">
        {more > 0 ? `and ${formatCount(more)} more` : ""}
        {more > 0 && leftOut > 0 ? "; " : ""}
        {leftOut > 0 ? `${formatCount(leftOut)} without text or beyond the limit left out` : ""}
      </p>
    </div>
  );
}
