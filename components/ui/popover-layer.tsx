"use client";

import { Popover as Radix } from "radix-ui";
import { type ReactNode, type RefObject, useRef } from "react";
import { classNames } from "@/lib/style/class-names";

type PopoverLayerProps = {
  id: string;
  anchor: RefObject<HTMLElement | null>;
  label: string;
  align: "start" | "center" | "end";
  onClose: () => void;
  className?: string;
  children: ReactNode;
};

/** An open panel at its button. */
export function PopoverLayer({ id, anchor, label, align, onClose, className, children }: PopoverLayerProps) {
  const wasLeft = useRef(false);
  return (
    <Radix.Root
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Radix.Anchor virtualRef={anchor} />
      <Radix.Portal>
        <Radix.Content
          id={id}
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          onInteractOutside={(event) => {
            // The button itself closes the panel.
            if (event.target instanceof Node && anchor.current?.contains(event.target)) event.preventDefault();
            else wasLeft.current = true;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (!wasLeft.current) anchor.current?.focus();
          }}
          className={classNames(
            "animate-drop z-30 max-h-(--radix-popover-content-available-height) overflow-auto rounded-panel bg-surface p-1.5 text-small shadow-pop focus-visible:outline-none",
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
