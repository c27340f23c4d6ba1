"use client";

import { Rows3 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { type FetchWindow, parseWindowCount, plural, type RowNoun, windowLabel } from "@/lib/table/row-window";

type RowsWindowProps = { noun: RowNoun; window: FetchWindow; onChange: (window: FetchWindow) => void };

/** Chooses which rows are requested: the offset and the limit. */
export function RowsWindow({ noun, window, onChange }: RowsWindowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isChosen = window.from > 0 || window.limit !== null;
  return (
    <Popover
      label={`Range of ${noun}s`}
      className="w-[232px] p-2.5"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button
          size={isChosen ? "small" : "icon-small"}
          kind={isChosen ? "plain" : "ghost"}
          isOn={isChosen}
          aria-label={windowLabel(window, noun)}
          title={isChosen ? undefined : `Load a range of ${noun}s`}
          className="flex-none"
          icon={<Rows3 size={13} strokeWidth={1.7} aria-hidden="true" />}
        >
          {isChosen ? windowLabel(window, noun) : null}
        </Button>
      }
    >
      <WindowForm
        noun={noun}
        window={window}
        onChange={(next) => {
          setIsOpen(false);
          onChange(next);
        }}
      />
    </Popover>
  );
}

function WindowForm({ noun, window, onChange }: RowsWindowProps) {
  const [from, setFrom] = useState(window.from === 0 ? "" : String(window.from));
  const [limit, setLimit] = useState(window.limit === null ? "" : String(window.limit));
  const [skipped, most] = [parseWindowCount(from), parseWindowCount(limit)];
  const isRefused = skipped === undefined || most === undefined || most === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isRefused) onChange({ from: skipped ?? 0, limit: most });
  };
  return (
    <form onSubmit={submit} className="grid gap-2">
      <Field label={`${plural(noun)} to skip`} hint="Counted in the current sort order.">
        {(ids) => (
          <Input
            {...ids}
            size="small"
            inputMode="numeric"
            placeholder="0"
            value={from}
            isInvalid={skipped === undefined}
            onChange={(event) => setFrom(event.target.value)}
          />
        )}
      </Field>
      <Field label={`Maximum ${noun}s`}>
        {(ids) => (
          <Input
            {...ids}
            size="small"
            inputMode="numeric"
            placeholder="All"
            value={limit}
            isInvalid={most === undefined || most === 0}
            onChange={(event) => setLimit(event.target.value)}
          />
        )}
      </Field>
      {isRefused ? (
        <p role="alert" className="text-err">
          Enter whole numbers; load at least one {noun}.
        </p>
      ) : null}
      <span className="flex justify-end gap-1.5">
        <Button kind="ghost" size="small" onClick={() => onChange({ from: 0, limit: null })}>
          All {noun}s
        </Button>
        <Button kind="primary" size="small" type="submit" disabled={isRefused}>
          Load
        </Button>
      </span>
    </form>
  );
}
