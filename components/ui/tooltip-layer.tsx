"use client";

import { Portal } from "radix-ui";
import { DismissableLayer, Popper } from "radix-ui/internal";
import { useEffect, useId, useMemo } from "react";
import { KeyCap } from "./key-cap";
import type { ShownTooltip } from "./shown-tooltip";

type LayerProps = {
  shown: ShownTooltip;
  onHold: () => void;
  onLeave: () => void;
  onClose: () => void;
};

/** The tooltip on the screen, at its control. */
export function TooltipLayer({ shown, onHold, onLeave, onClose }: LayerProps) {
  const { anchor, text, keys, side } = shown;
  const id = useId();
  const virtualRef = useMemo(() => ({ current: anchor }), [anchor]);
  // The outside systems are the control, which names its description, and the page, whose scrolling moves the control.
  useEffect(() => {
    const described = anchor.getAttribute("aria-describedby");
    anchor.setAttribute("aria-describedby", described === null ? id : `${described} ${id}`);
    const closeWithin = ({ target }: Event) => {
      if (target instanceof Node && target.contains(anchor)) onClose();
    };
    window.addEventListener("scroll", closeWithin, { capture: true });
    return () => {
      if (described === null) anchor.removeAttribute("aria-describedby");
      else anchor.setAttribute("aria-describedby", described);
      window.removeEventListener("scroll", closeWithin, { capture: true });
    };
  }, [anchor, id, onClose]);
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
            id={id}
            role="tooltip"
            side={side}
            sideOffset={5}
            collisionPadding={8}
            onPointerEnter={onHold}
            onPointerLeave={onLeave}
            className="animate-fade z-50 flex items-center gap-2 rounded-control bg-surface px-2 py-1.5 text-micro leading-4 text-ink-2 shadow-pop"
          >
            {text}
            {keys.length === 0 ? null : (
              <span className="flex gap-1">
                {keys.map((key) => (
                  <KeyCap key={key}>{key}</KeyCap>
                ))}
              </span>
            )}
          </Popper.Content>
        </DismissableLayer.Root>
      </Portal.Root>
    </Popper.Root>
  );
}
