"use client";

import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import type { RunControl } from "./use-run";

type StopRunProps = { control: RunControl; isRemote: boolean; onClose: () => void };

/** A stopped run cannot be resumed, so this asks for confirmation. */
export function StopRun({ control, isRemote, onClose }: StopRunProps) {
  return (
    <ConfirmDialog
      title="Stop this run?"
      description={`The run ends, ${isRemote ? "and its job continues on the other service" : "and its job is cancelled"}. Checkpoints and rollouts are kept. A stopped run cannot be resumed; to continue later, pause it instead.`}
      action="Stop run"
      closeLabel="Keep running"
      change={control.stopping}
      onConfirm={() => control.stopping.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
