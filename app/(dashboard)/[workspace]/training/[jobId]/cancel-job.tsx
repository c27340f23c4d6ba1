"use client";

import { FailureFacts } from "@/components/state/failure-state";
import type { useJob } from "@/components/training/use-job";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { failureOf } from "@/lib/api/client/request-failure";

type CancelJobProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  cancel: ReturnType<typeof useJob>["cancel"];
};

/** A job that is cancelled cannot be taken up again, so it is asked for. */
export function CancelJob({ isOpen, onOpenChange, cancel }: CancelJobProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Cancel this job?"
      description="It ends without a new checkpoint. What it has logged so far stays. It cannot be taken up again."
    >
      {cancel.isError ? <FailureFacts failure={failureOf(cancel.error)} /> : null}
      <div className="mt-3 flex justify-end gap-1.5">
        <DialogClose asChild>
          <Button>Let it run</Button>
        </DialogClose>
        <Button
          kind="danger"
          isBusy={cancel.isPending}
          onClick={() => cancel.mutate(undefined, { onSuccess: () => onOpenChange(false) })}
        >
          Cancel the job
        </Button>
      </div>
    </Dialog>
  );
}
