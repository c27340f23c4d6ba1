"use client";

import { Slot } from "radix-ui";
import { type ComponentProps, createContext, type ReactNode, useContext, useId, useRef, useState } from "react";
import { LayerFailure } from "./layer-failure";
import { loadedLater } from "./loaded-later";

type PopoverProps = {
  trigger: ReactNode;
  label: string;
  children: ReactNode;
  align?: "start" | "center" | "end";
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  /** Called when the pointer or the focus reaches the button: the content can load what it needs. */
  onReach?: () => void;
  className?: string;
};

const PopoverLayer = loadedLater(async () => (await import("./popover-layer")).PopoverLayer, { Failed: LayerFailure });

/** Loads what draws popovers. */
export const preloadPopover = PopoverLayer.preload;

const CloseContext = createContext<() => void>(() => undefined);

/**
 * A floating panel tied to its button: choices, or a short form for what stays visible beside it, such as a filter or a
 * move to another group. It is not modal. A question that must be answered first is a dialog. What draws it loads when
 * the pointer or the focus reaches the button.
 */
export function Popover({ trigger, label, children, align = "start", className, onReach, ...rest }: PopoverProps) {
  const [isOpenAlone, setIsOpenAlone] = useState(false);
  const isOpen = rest.isOpen ?? isOpenAlone;
  const contentId = useId();
  const anchor = useRef<HTMLElement>(null);
  const change = (next: boolean) => {
    setIsOpenAlone(next);
    rest.onOpenChange?.(next);
  };
  const reach = () => {
    void PopoverLayer.preload();
    onReach?.();
  };
  return (
    <>
      <Slot.Root
        ref={anchor}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? contentId : undefined}
        data-state={isOpen ? "open" : "closed"}
        onPointerEnter={reach}
        onFocus={reach}
        onClick={() => change(!isOpen)}
      >
        {trigger}
      </Slot.Root>
      {isOpen ? (
        <CloseContext value={() => change(false)}>
          <PopoverLayer
            id={contentId}
            anchor={anchor}
            label={label}
            align={align}
            onClose={() => change(false)}
            {...(className === undefined ? {} : { className })}
          >
            {children}
          </PopoverLayer>
        </CloseContext>
      ) : null}
    </>
  );
}

/** Closes the popover around it. */
export function PopoverClose({ asChild = false, ...rest }: ComponentProps<"button"> & { asChild?: boolean }) {
  const close = useContext(CloseContext);
  return asChild ? <Slot.Root onClick={close} {...rest} /> : <button type="button" onClick={close} {...rest} />;
}
