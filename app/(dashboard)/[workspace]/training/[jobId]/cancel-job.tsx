"use client";

import { FailureDetails } from "@/components/state/failure-state";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { failureOf } from "@/lib/api/client/request-failure";

/** The request that cancels a job. */
export interface JobCancelling {
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly error: unknown;
  readonly mutate: (variables: undefined, options: { onSuccess: () => void }) => void;
}

type CancelJobProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  cancel: JobCancelling;
};

/** A cancelled job cannot be resumed, so this asks for confirmation. */
export function CancelJob({ isOpen, onOpenChange, cancel }: CancelJobProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Cancel this job?"
      description="The job ends without a new checkpoint. Its events and metrics are kept. It cannot be resumed."
    >
      {cancel.isError ? <FailureDetails failure={failureOf(cancel.error)} /> : null}
      <div className="mt-3 flex justify-end gap-1.5">
        <DialogClose asChild>
          <Button>Keep running</Button>
        </DialogClose>
        <Button
          kind="danger"
          isBusy={cancel.isPending}
          onClick={() => cancel.mutate(undefined, { onSuccess: () => onOpenChange(false) })}
        >
          Cancel job
        </Button>
      </div>
    </Dialog>
  );
}
