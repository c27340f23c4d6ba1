"use client";

import { Portal } from "radix-ui";
import { DismissableLayer, Popper } from "radix-ui/internal";
import { type ReactNode, useEffect, useMemo } from "react";

type LayerProps = {
  anchor: HTMLElement;
  children: ReactNode;
  onHold: () => void;
  onClose: () => void;
};

/** The open card of a text, below its cell. */
export function TextCardLayer({ anchor, children, onHold, onClose }: LayerProps) {
  const virtualRef = useMemo(() => ({ current: anchor }), [anchor]);
  // The outside system is the page, whose scrolling moves the cell.
  useEffect(() => {
    const closeWithin = ({ target }: Event) => {
      if (target instanceof Node && target.contains(anchor)) onClose();
    };
    window.addEventListener("scroll", closeWithin, { capture: true });
    return () => window.removeEventListener("scroll", closeWithin, { capture: true });
  }, [anchor, onClose]);
  return (
    <Popper.Root>
      <Popper.Anchor virtualRef={virtualRef} />
      <Portal.Root>
        <DismissableLayer.Root
          asChild
          disableOutsidePointerEvents={false}
          onFocusOutside={(event) => event.preventDefault()}
          onDismiss={onClose}
        >
          <Popper.Content
            role="tooltip"
            side="bottom"
            align="start"
            sideOffset={2}
            collisionPadding={8}
            onPointerEnter={onHold}
            onPointerDown={(event) => event.stopPropagation()}
            onClick={(event) => event.stopPropagation()}
            className="animate-fade z-50 max-h-[min(320px,var(--radix-popper-available-height))] max-w-[560px] overflow-auto rounded-panel bg-surface px-3 py-2 text-small whitespace-pre-wrap text-ink shadow-pop [overflow-wrap:anywhere]"
          >
            {children}
          </Popper.Content>
        </DismissableLayer.Root>
      </Portal.Root>
    </Popper.Root>
  );
}
