import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";

type LongTaskDialogProps = {
  isRunning: boolean;
  title: string;
  description: string;
  onClose: () => void;
  className?: string;
  children: ReactNode;
};

/**
 * A dialog that starts a long task and stays open while it runs: closing would stop the task, which has its own button.
 */
export function LongTaskDialog({ isRunning, title, description, onClose, className, children }: LongTaskDialogProps) {
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen && !isRunning) onClose();
      }}
      title={title}
      description={description}
      {...(className === undefined ? {} : { className })}
    >
      {children}
    </Dialog>
  );
}

type LongTaskActionsProps = { isRunning: boolean; closeWord: string; problem?: string | null; children: ReactNode };

/** The foot of the dialog: why the task cannot start, the close button, and the button that starts it. */
export function LongTaskActions({ isRunning, closeWord, problem = null, children }: LongTaskActionsProps) {
  return (
    <div className="flex items-center justify-end gap-2">
      {problem === null ? null : <span className="mr-auto text-small text-err">{problem}</span>}
      <DialogClose asChild>
        <Button kind="ghost" disabled={isRunning}>
          {closeWord}
        </Button>
      </DialogClose>
      {children}
    </div>
  );
}
