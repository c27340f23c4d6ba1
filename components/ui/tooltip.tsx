"use client";

import { Slot } from "radix-ui";
import {
  createContext,
  type PointerEvent,
  type ReactNode,
  type SyntheticEvent,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { loadedLater } from "./loaded-later";
import type { ShownTooltip } from "./shown-tooltip";
import { TooltipTimer } from "./tooltip-timer";

/** How long a pointer rests before a control shows its tooltip. */
export const TOOLTIP_DELAY_MS = 400;

const TooltipLayer = loadedLater(async () => (await import("./tooltip-layer")).TooltipLayer);

/** Loads what draws tooltips. */
export const preloadTooltip = TooltipLayer.preload;

const TooltipContext = createContext<TooltipTimer<ShownTooltip> | null>(null);

/** Draws the tooltips of its children, one at a time. What draws them loads when the first control is pointed at. */
export function TooltipProvider({
  delayDuration = TOOLTIP_DELAY_MS,
  children,
}: {
  delayDuration?: number;
  children: ReactNode;
}) {
  const [shown, setShown] = useState<ShownTooltip | null>(null);
  const timer = useMemo(() => new TooltipTimer<ShownTooltip>(delayDuration, setShown), [delayDuration]);
  return (
    <TooltipContext value={timer}>
      {children}
      {shown === null ? null : (
        <TooltipLayer shown={shown} onHold={timer.hold} onLeave={timer.leave} onClose={timer.close} />
      )}
    </TooltipContext>
  );
}

type TooltipProps = {
  text: string;
  keys?: readonly string[];
  side?: ShownTooltip["side"];
  children: ReactNode;
};

const NO_KEYS: readonly string[] = [];

/** The name of a control and its keys. The control keeps its own accessible name. */
export function Tooltip({ text, keys = NO_KEYS, side = "bottom", children }: TooltipProps) {
  const timer = useContext(TooltipContext);
  const isPressed = useRef(false);
  const anchor = useRef<HTMLElement | null>(null);
  // The outside system is the tooltip, which outlives its control otherwise.
  useEffect(() => () => timer?.closeOf(anchor.current), [timer]);
  const shownAt = ({ currentTarget }: SyntheticEvent): ShownTooltip => {
    // The control is an element of the page.
    anchor.current = currentTarget as HTMLElement;
    return { anchor: anchor.current, text, keys, side };
  };
  return (
    <Slot.Root
      onPointerEnter={(event: PointerEvent) => {
        if (event.pointerType === "touch") return;
        void TooltipLayer.preload();
        timer?.point(shownAt(event));
      }}
      onPointerLeave={() => timer?.leave()}
      onPointerDown={() => {
        isPressed.current = true;
        timer?.close();
        document.addEventListener(
          "pointerup",
          () => {
            isPressed.current = false;
          },
          { once: true },
        );
      }}
      onClick={() => timer?.close()}
      onFocus={(event: SyntheticEvent) => {
        if (!isPressed.current) timer?.show(shownAt(event));
      }}
      onBlur={() => timer?.close()}
    >
      {children}
    </Slot.Root>
  );
}
