"use client";

import { Dialog } from "@/components/ui/dialog";
import { ComparePicker } from "./compare-picker";

type CompareDialogProps = React.ComponentProps<typeof ComparePicker> & {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** Asks what to compare with. */
export function CompareDialog({ isOpen, onOpenChange, ...picker }: CompareDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Compare with"
      description="Both stand beside each other, call by call and message by message."
      className="top-[10vh] w-[min(640px,calc(100vw-24px))]"
    >
      <ComparePicker {...picker} />
    </Dialog>
  );
}
