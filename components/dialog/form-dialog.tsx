"use client";

import type { FormEvent, ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { failureOf } from "@/lib/api/client/request-failure";
import { otherErrors } from "@/lib/failure/field-errors";
import { DialogFailure } from "./dialog-failure";
import { DialogClose, DialogFoot, DialogFrame } from "./dialog-frame";
import type { DialogSize } from "./dialog-frame-props";

export type FormDialogProps = {
  title: string;
  /** The purpose, or the consequences. */
  description: ReactNode;
  size?: DialogSize | undefined;
  /** The label of the submit button: a verb, and an object if needed. */
  action: string;
  kind?: "primary" | "danger";
  closeLabel?: string;
  /** The request that submitting sends. Absent when it is sent elsewhere. */
  change?: { readonly isPending: boolean; readonly error: unknown };
  /** The messages that no field shows; by default all messages of a failed request. */
  messages?: readonly string[] | undefined;
  /** False while submitting would have no effect. */
  isReady?: boolean;
  /** True during a task that closing would lose. The dialog then stays open. */
  isLocked?: boolean;
  /** Shown left of the buttons: progress, a problem, or a less frequent action. */
  aside?: ReactNode;
  onSubmit: (event: FormEvent) => void;
  onClose: () => void;
  /** The fields. */
  children?: ReactNode;
};

/** A form in a dialog: fields, the failure of its request, Cancel and one submit button. */
export function FormDialog({
  title,
  description,
  size,
  action,
  kind = "primary",
  closeLabel = "Cancel",
  change,
  messages,
  isReady = true,
  isLocked = false,
  aside,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const isBusy = isLocked || change?.isPending === true;
  const failure = change?.error ? failureOf(change.error) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog may be inside another form in React's tree.
    event.stopPropagation();
    if (isReady && !isBusy) onSubmit(event);
  };
  return (
    <DialogFrame title={title} description={description} size={size} onClose={isLocked ? () => undefined : onClose}>
      <form noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {children}
        <DialogFailure failure={failure} messages={messages ?? otherErrors(failure, [])} />
        <DialogFoot aside={aside}>
          <DialogClose asChild>
            <Button kind="ghost" disabled={isLocked}>
              {closeLabel}
            </Button>
          </DialogClose>
          <Button type="submit" kind={kind} disabled={!isReady} isBusy={isBusy}>
            {action}
          </Button>
        </DialogFoot>
      </form>
    </DialogFrame>
  );
}
