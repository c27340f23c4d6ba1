"use client";

import { Check } from "lucide-react";
import { Slot } from "radix-ui";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useContext, useId, useRef, useState } from "react";
import { classNames } from "@/lib/style/class-names";
import { LayerFailure } from "./layer-failure";
import { loadedLater } from "./loaded-later";
import { type MenuItemProps, MenuPartsContext } from "./menu-parts";

const ITEM_CLASS =
  "flex h-[26px] items-center gap-2 rounded-chip px-2 text-ink outline-none select-none data-[disabled]:text-ink-3 data-[highlighted]:bg-hover max-md:h-9 [&>svg]:text-ink-3";

type MenuProps = {
  trigger: ReactNode;
  label: string;
  children: ReactNode;
  align?: "start" | "center" | "end";
  side?: "top" | "right" | "bottom" | "left";
  className?: string;
  /** For a menu that a key also opens. */
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  /** Called when the pointer or the focus reaches the button: the items can load what they need. */
  onReach?: () => void;
};

const MenuLayer = loadedLater(async () => (await import("./menu-layer")).MenuLayer, { Failed: LayerFailure });

/** Loads what draws menus. */
export const preloadMenu = MenuLayer.preload;

/** A menu of actions or choices on a button. What draws it loads when the pointer or the focus reaches the button. */
export function Menu({ trigger, label, children, align = "start", side = "bottom", className, ...rest }: MenuProps) {
  const [isOpenAlone, setIsOpenAlone] = useState(false);
  const isOpen = rest.isOpen ?? isOpenAlone;
  const [isByPointer, setIsByPointer] = useState(false);
  const contentId = useId();
  const buttonId = useId();
  const anchor = useRef<HTMLElement>(null);
  const change = (next: boolean, isPointer = false) => {
    setIsByPointer(next && isPointer);
    setIsOpenAlone(next);
    rest.onOpenChange?.(next);
  };
  const reach = () => {
    void MenuLayer.preload();
    rest.onReach?.();
  };
  return (
    <>
      <Slot.Root
        ref={anchor}
        id={buttonId}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? contentId : undefined}
        data-state={isOpen ? "open" : "closed"}
        onPointerEnter={reach}
        onFocus={reach}
        onPointerDown={(event: PointerEvent) => {
          if (event.button !== 0 || event.ctrlKey) return;
          // The menu takes the focus, not the button.
          if (!isOpen) event.preventDefault();
          change(!isOpen, true);
        }}
        onKeyDown={(event: KeyboardEvent) => {
          if (!["Enter", " ", "ArrowDown"].includes(event.key)) return;
          event.preventDefault();
          change(event.key === "ArrowDown" || !isOpen);
        }}
      >
        {trigger}
      </Slot.Root>
      {isOpen ? (
        <MenuLayer
          id={contentId}
          anchor={anchor}
          label={label}
          align={align}
          side={side}
          isByKey={!isByPointer}
          onClose={() => change(false)}
          className={classNames(
            "animate-drop z-30 max-h-(--radix-popper-available-height) min-w-44 overflow-auto rounded-panel bg-surface p-1 text-small shadow-pop focus-visible:outline-none",
            className,
          )}
        >
          {children}
        </MenuLayer>
      ) : null}
    </>
  );
}

export function MenuItem({ className, ...rest }: MenuItemProps) {
  const parts = useContext(MenuPartsContext);
  return parts && <parts.Item className={classNames(ITEM_CLASS, className)} {...rest} />;
}

/** One of several choices; the selected one has a check mark. */
export function MenuChoice({ isChosen, children, ...rest }: MenuItemProps & { isChosen: boolean }) {
  return (
    <MenuItem role="menuitemradio" aria-checked={isChosen} {...rest}>
      {children}
      {isChosen ? <Check size={14} strokeWidth={1.7} aria-hidden="true" className="ml-auto" /> : null}
    </MenuItem>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  const parts = useContext(MenuPartsContext);
  return parts && <parts.Label className="px-2 pt-1.5 pb-1 text-micro font-medium text-ink-3">{children}</parts.Label>;
}

export function MenuSeparator() {
  const parts = useContext(MenuPartsContext);
  return parts && <parts.Separator className="my-1 h-px bg-line" />;
}
