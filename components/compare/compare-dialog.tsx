"use client";

import { Dialog } from "@/components/ui/dialog";
import { ComparePicker } from "./compare-picker";

type CompareDialogProps = React.ComponentProps<typeof ComparePicker> & {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** The dialog that chooses what to compare with. */
export function CompareDialog({ isOpen, onOpenChange, ...picker }: CompareDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Compare with"
      description="Shows both next to each other, call by call and message by message."
      className="top-[10vh] w-[min(640px,calc(100vw-24px))]"
    >
      <ComparePicker {...picker} />
    </Dialog>
  );
}
