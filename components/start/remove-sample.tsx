"use client";

import { useState } from "react";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
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
    <ConfirmDialog
      title="Delete the sample project?"
      description={
        <>
          Deletes every model, call, review queue, object, price and feedback of{" "}
          <span className="text-code">{SAMPLE_PROJECT}</span> and its workspace. Dataset rows stay on disk; tables
          cannot be deleted yet.
        </>
      }
      action="Delete"
      change={removing}
      isLocked={removing.isPending}
      aside={
        removing.isPending ? (
          <span role="status" className="text-small text-ink-2">
            {formatCount(removedCalls)} calls deleted
          </span>
        ) : null
      }
      onConfirm={() => removing.mutate()}
      onClose={onClose}
    />
  );
}
