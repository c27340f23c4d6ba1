"use client";

import { Dialog as Radix } from "radix-ui";
import { classNames } from "@/lib/style/class-names";
import type { DialogProps } from "./dialog";

/** An open dialog over the page. */
export function DialogLayer({ isOpen, onOpenChange, title, description, children, className }: DialogProps) {
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="animate-fade fixed inset-0 z-40 bg-scrim" />
        <Radix.Content
          className={classNames(
            "animate-drop fixed inset-x-0 top-[18vh] z-50 mx-auto max-h-[76vh] w-[min(440px,calc(100vw-24px))] overflow-auto rounded-panel bg-surface p-4 shadow-dialog focus-visible:outline-none",
            className,
          )}
        >
          <Radix.Title className="text-[14px] font-medium">{title}</Radix.Title>
          <Radix.Description asChild>
            <div className="mt-1.5 mb-3 text-small leading-[17px] text-ink-2">{description}</div>
          </Radix.Description>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
