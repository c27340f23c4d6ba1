"use client";

import { useState } from "react";
import { FormDialog } from "@/components/dialog/form-dialog";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";

type GoToRowProps = {
  /** Returns why the row cannot be shown; null when it is shown. */
  onGo: (rowNumber: number) => string | null;
  onClose: () => void;
};

/** Asks the user for a row number and scrolls to that row. */
export function GoToRow({ onGo, onClose }: GoToRowProps) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const go = () => {
    const digits = text.replace(/[\s,]/g, "");
    const refused = /^\d+$/.test(digits) ? onGo(Number(digits)) : "A row number is an integer from 0.";
    setProblem(refused);
    if (refused === null) onClose();
  };
  return (
    <FormDialog
      title="Go to row"
      description="The number in the first column: the position of the row in the stored table."
      action="Go"
      onSubmit={go}
      onClose={onClose}
    >
      <Field label="Row number" error={problem ?? undefined}>
        {(ids) => (
          <Input
            {...ids}
            inputMode="numeric"
            value={text}
            isInvalid={problem !== null}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
