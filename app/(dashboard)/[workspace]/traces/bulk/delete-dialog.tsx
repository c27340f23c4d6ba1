"use client";

import { useState } from "react";
import type { CallListRow } from "@/app/(dashboard)/[workspace]/traces/rows/prepare-call-row";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { countOf, formatCount } from "@/lib/format/count";
import { isConfirmed, isTypedConfirmationNeeded } from "./prepare-deletion";
import type { CallsSubject } from "./read-selected-calls";
import { useDeletionCount } from "./use-deletion-count";

type DeleteDialogProps = {
  subject: CallsSubject;
  /** The selected rows; null when all matching calls are selected, whose children are not counted beforehand. */
  rows: readonly CallListRow[] | null;
  onConfirm: () => void;
  onClose: () => void;
};

/**
 * Names what will be deleted: the selected calls and all their descendants. For large deletions the user types the
 * number.
 */
export function DeleteDialog({ subject, rows, onConfirm, onClose }: DeleteDialogProps) {
  const [typed, setTyped] = useState("");
  const count = useDeletionCount(subject, rows);
  const chosen = subject.count ?? 0;
  const isTyping = count !== undefined && isTypedConfirmationNeeded(count);
  const canConfirm = count !== undefined && (!isTyping || isConfirmed(typed, chosen));
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={`Delete ${countOf(chosen, "call")}?`}
      description={<p>{deletedText(chosen, count)} Feedback and files are kept.</p>}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (canConfirm) onConfirm();
        }}
      >
        {isTyping ? (
          <Field label={`Type ${formatCount(chosen)} to confirm`}>
            {(ids) => (
              <Input
                {...ids}
                value={typed}
                inputMode="numeric"
                autoComplete="off"
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </Field>
        ) : null}
        <div className="mt-3.5 flex justify-end gap-2">
          <DialogClose asChild>
            <Button kind="ghost">Cancel</Button>
          </DialogClose>
          <Button type="submit" kind="danger" disabled={!canConfirm}>
            Delete
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function deletedText(chosen: number, count: number | null | undefined): string {
  if (count === undefined) return "Counting child calls.";
  if (count === null) return `${countOf(chosen, "call")} and all child calls will be deleted.`;
  const below = count - chosen;
  if (below <= 0) return `${countOf(chosen, "call")} without child calls will be deleted.`;
  return `${countOf(chosen, "call")} and ${countOf(below, "child call")} will be deleted, ${formatCount(count)} in total.`;
}
