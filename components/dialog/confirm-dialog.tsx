"use client";

import { type ReactNode, useState } from "react";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { FormDialog, type FormDialogProps } from "./form-dialog";

/** A text that the user types before an action that cannot be undone. */
interface TypedConfirmation {
  /** The text in words: `the object's name`. */
  readonly what: string;
  readonly accepts: (typed: string) => boolean;
  readonly isMono?: boolean;
  readonly inputMode?: "numeric";
}

type ConfirmDialogProps = Omit<FormDialogProps, "description" | "onSubmit" | "size"> & {
  /** The consequences. */
  description: ReactNode;
  /** Nothing is confirmed until this is typed. */
  typed?: TypedConfirmation;
  onConfirm: () => void;
};

/** One question with one verb. Focus starts on Cancel, or in the text field when a text must be typed. */
export function ConfirmDialog({
  kind = "danger",
  typed,
  isReady = true,
  onConfirm,
  children,
  ...rest
}: ConfirmDialogProps) {
  const [text, setText] = useState("");
  const isTyped = typed === undefined || typed.accepts(text);
  return (
    <FormDialog {...rest} kind={kind} isReady={isReady && isTyped} onSubmit={onConfirm}>
      {children}
      {typed === undefined ? null : (
        <Field label={`Type ${typed.what} to confirm`}>
          {(ids) => (
            <Input
              {...ids}
              isMono={typed.isMono ?? false}
              inputMode={typed.inputMode}
              value={text}
              autoComplete="off"
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
      )}
    </FormDialog>
  );
}
