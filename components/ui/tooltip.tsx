import { Tooltip as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { KeyCap } from "./key-cap";

/** How long a pointer rests before a control shows its tooltip. */
export const TOOLTIP_DELAY_MS = 400;

type TooltipProps = {
  text: string;
  keys?: readonly string[];
  side?: "top" | "right" | "bottom" | "left";
  children: ReactNode;
};

/** The name of a control and its keys. The control keeps its own accessible name. */
export function Tooltip({ text, keys = [], side = "bottom", children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={5}
          collisionPadding={8}
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
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export const TooltipProvider = Radix.Provider;
