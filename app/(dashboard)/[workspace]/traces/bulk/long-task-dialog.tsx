import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose } from "@/components/ui/dialog";

type WorkDialogProps = {
  isRunning: boolean;
  title: string;
  description: string;
  onClose: () => void;
  className?: string;
  children: ReactNode;
};

/** A dialog that starts long work and stays while it runs: closing would stop it half-way, which has its own button. */
export function WorkDialog({ isRunning, title, description, onClose, className, children }: WorkDialogProps) {
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

type WorkActionsProps = { isRunning: boolean; closeWord: string; problem?: string | null; children: ReactNode };

/** The foot of such a dialog: why it cannot start, the way out, and the button that starts it. */
export function WorkActions({ isRunning, closeWord, problem = null, children }: WorkActionsProps) {
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
