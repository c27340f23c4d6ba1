"use client";

import { Dialog as Radix } from "radix-ui";
import { classNames } from "@/lib/style/class-names";
import type { DialogFrameProps, DialogSize } from "./dialog-frame-props";

const SIZES: Readonly<Record<DialogSize, string>> = {
  normal: "top-[18vh] max-h-[76vh] w-[min(440px,calc(100vw-24px))]",
  wide: "top-[8vh] max-h-[86vh] w-[min(640px,calc(100vw-24px))]",
  large: "top-[6vh] max-h-[88vh] w-[min(920px,calc(100vw-24px))]",
  full: "top-[5vh] max-h-[90vh] w-[min(1180px,calc(100vw-24px))]",
};

type DialogLayerProps = DialogFrameProps & {
  /** Gets the focus when the dialog closes. */
  opener: HTMLElement | null;
};

/** An open dialog over the page. */
export function DialogLayer({
  title,
  description,
  size = "normal",
  isFilling,
  opener,
  onClose,
  children,
}: DialogLayerProps) {
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className="animate-fade fixed inset-0 z-40 bg-scrim" />
        <Radix.Content
          onCloseAutoFocus={(event) => {
            // Radix returns the focus only to a trigger of its own.
            event.preventDefault();
            opener?.focus();
          }}
          className={classNames(
            "animate-drop fixed inset-x-0 z-50 mx-auto flex flex-col overflow-auto rounded-panel bg-surface p-4 shadow-dialog focus-visible:outline-none",
            SIZES[size],
            isFilling && "h-[84vh]",
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
