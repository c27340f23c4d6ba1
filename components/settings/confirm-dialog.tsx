import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { failureOf } from "@/lib/api/client/request-failure";
import { otherErrors } from "@/lib/failure/field-errors";
import { FailureLines } from "./failure-lines";

type ConfirmDialogProps = {
  title: string;
  /** What happens when it is confirmed. */
  children: ReactNode;
  /** The verb on the button. */
  action: string;
  kind?: "danger" | "primary";
  /** The change: what it is doing, and why it failed. */
  change: { readonly isPending: boolean; readonly error: Error | null };
  onConfirm: () => void;
  onClose: () => void;
};

/** One question with one verb. A failure stays in it until it is tried again or closed. */
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
