"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { DialogClose, DialogFoot, DialogFrame } from "./dialog-frame";
import type { DialogSize } from "./dialog-frame-props";

type ViewDialogProps = {
  title: string;
  description: ReactNode;
  size?: DialogSize | undefined;
  /** Gives the dialog its full height, which the content fills and scrolls in. */
  isFilling?: boolean | undefined;
  /** `Done` ends a task, so it is the main button. */
  closeLabel?: "Close" | "Done";
  /** Shown left of the button. */
  aside?: ReactNode;
  onClose: () => void;
  children: ReactNode;
};

/** Something to look at or to work with in a dialog: nothing is pending when it closes. */
export function ViewDialog({
  title,
  description,
  size,
  isFilling,
  closeLabel = "Close",
  aside,
  onClose,
  children,
}: ViewDialogProps) {
  return (
    <DialogFrame title={title} description={description} size={size} isFilling={isFilling} onClose={onClose}>
      {children}
      <div className="mt-3 flex-none">
        <DialogFoot aside={aside}>
          <DialogClose asChild>
            <Button kind={closeLabel === "Done" ? "primary" : "plain"}>{closeLabel}</Button>
          </DialogClose>
        </DialogFoot>
      </div>
    </DialogFrame>
  );
}
