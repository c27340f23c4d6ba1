"use client";

import { useState } from "react";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";

type NumberFieldProps = {
  label: string;
  value: number | null;
  isChanged: boolean;
  unit: string | undefined;
  onCommit: (value: number | null) => void;
};

/** A number that is committed on blur or Enter. */
export function NumberField({ label, value, isChanged, unit, onCommit }: NumberFieldProps) {
  const first = value === null ? "" : String(value);
  const [text, setText] = useState(first);
  const typed = Number(text.replaceAll(",", ""));
  const isInvalid = text !== "" && !(Number.isFinite(typed) && typed >= 0);
  const commit = () => {
    if (text === first || isInvalid) return;
    onCommit(text.trim() === "" ? null : typed);
  };
  return (
    <Field label={label} isChanged={isChanged}>
      {(ids) => (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            commit();
          }}
        >
          <Input
            {...ids}
            size="small"
            inputMode="decimal"
            isChanged={isChanged}
            isInvalid={isInvalid}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onBlur={commit}
            trailing={unit ? <span className="text-micro text-ink-3">{unit}</span> : null}
            className="[&_input]:text-right"
          />
        </form>
      )}
    </Field>
  );
}
