"use client";

import { Menu as Radix } from "radix-ui/internal";
import { type ReactNode, type RefObject, useRef } from "react";
import { MenuPartsContext } from "./menu-parts";

type MenuLayerProps = {
  id: string;
  anchor: RefObject<HTMLElement | null>;
  label: string;
  align: "start" | "center" | "end";
  side: "top" | "right" | "bottom" | "left";
  /** True when a key opened the menu: its first item then has the focus. */
  isByKey: boolean;
  onClose: () => void;
  className: string;
  children: ReactNode;
};

const PARTS = { Item: Radix.Item, Label: Radix.Label, Separator: Radix.Separator } as const;

/** An open menu at its button. */
export function MenuLayer({ id, anchor, label, align, side, isByKey, onClose, className, children }: MenuLayerProps) {
  const content = useRef<HTMLDivElement>(null);
  const wasLeft = useRef(false);
  return (
    <Radix.Root
      open
      modal={false}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Radix.Anchor virtualRef={anchor} />
      <Radix.Portal>
        <Radix.Content
          ref={content}
          id={id}
          aria-label={label}
          // A trigger may have an id of its own.
          aria-labelledby={anchor.current?.id}
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          onEntryFocus={(event) => {
            if (!isByKey) return;
            event.preventDefault();
            content.current?.querySelector<HTMLElement>("[role^=menuitem]:not([data-disabled])")?.focus();
          }}
          onInteractOutside={() => {
            wasLeft.current = true;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // A chosen action may have given it to something else.
            const isFree = document.activeElement === null || document.activeElement === document.body;
            if (!wasLeft.current && isFree) anchor.current?.focus();
          }}
          className={className}
        >
          <MenuPartsContext value={PARTS}>{children}</MenuPartsContext>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
