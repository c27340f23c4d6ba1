"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { useToast } from "@/components/ui/toast";
import { failureOf } from "@/lib/api/client/request-failure";
import { formatCount } from "@/lib/format/count";
import { SAMPLE_PROJECT } from "@/lib/sample/sample-project";
import { useRemoveSample } from "./use-sample";

/** The button that removes the sample project, with its confirmation. */
export function RemoveSample() {
  const [isEnabled, setIsAsked] = useState(false);
  return (
    <>
      <Button kind="ghost" onClick={() => setIsAsked(true)}>
        Delete sample
      </Button>
      {isEnabled ? <RemoveSampleDialog onClose={() => setIsAsked(false)} /> : null}
    </>
  );
}

/** The sample can be created again, so no name is typed. */
export function RemoveSampleDialog({ onClose }: { onClose: () => void }) {
  const toast = useToast();
  const { removing, removedCalls } = useRemoveSample(() => {
    toast("Sample project deleted");
    onClose();
  });
  return (
    <Dialog
      isOpen
      onOpenChange={removing.isPending ? () => undefined : onClose}
      title="Delete the sample project?"
      description={
        <>
          Deletes every call, object, price and feedback of <span className="text-code">{SAMPLE_PROJECT}</span> and its
          workspace. Dataset rows stay on disk; tables cannot be deleted yet.
        </>
      }
    >
      {removing.isError ? (
        <Callout tone="err" className="mt-3">
          {failureOf(removing.error).message}
        </Callout>
      ) : null}
      <div className="mt-3.5 flex items-center justify-end gap-2">
        {removing.isPending ? (
          <span role="status" className="mr-auto text-small text-ink-2">
            {formatCount(removedCalls)} calls deleted
          </span>
        ) : null}
        <DialogClose asChild>
          <Button kind="ghost" disabled={removing.isPending}>
            Cancel
          </Button>
        </DialogClose>
        <Button kind="danger" isBusy={removing.isPending} onClick={() => removing.mutate()}>
          Delete
        </Button>
      </div>
    </Dialog>
  );
}
