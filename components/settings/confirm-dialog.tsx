import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { failureOf } from "@/lib/api/client/request-failure";
import { otherErrors } from "@/lib/failure/field-errors";
import { FailureLines } from "./failure-lines";

type ConfirmDialogProps = {
  title: string;
  /** Called when the user confirms. */
  children: ReactNode;
  /** The verb on the button. */
  action: string;
  kind?: "danger" | "primary";
  /** The mutation: its progress and its failure. */
  change: { readonly isPending: boolean; readonly error: Error | null };
  onConfirm: () => void;
  onClose: () => void;
};

/** One question with one verb. A failure stays in the dialog until a retry or until it closes. */
export function ConfirmDialog({ title, children, action, kind = "danger", change, ...rest }: ConfirmDialogProps) {
  const failure = change.error === null ? null : failureOf(change.error);
  return (
    <Dialog isOpen onOpenChange={rest.onClose} title={title} description={children}>
      <FailureLines messages={otherErrors(failure, [])} />
      <div className="mt-3.5 flex justify-end gap-2">
        <DialogClose asChild>
          <Button kind="ghost">Cancel</Button>
        </DialogClose>
        <Button kind={kind} isBusy={change.isPending} onClick={rest.onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
