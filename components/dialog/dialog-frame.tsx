import { Dialog as Radix } from "radix-ui";
import { type ReactNode, useState } from "react";
import { classNames } from "@/lib/style/class-names";

/** `normal` for a question, `wide` for a larger form or a list, `large` for a document, `full` for two side by side. */
export type DialogSize = keyof typeof SIZES;

const SIZES = {
  normal: "top-[18vh] max-h-[76vh] w-[min(440px,calc(100vw-24px))]",
  wide: "top-[8vh] max-h-[86vh] w-[min(640px,calc(100vw-24px))]",
  large: "top-[6vh] max-h-[88vh] w-[min(920px,calc(100vw-24px))]",
  full: "top-[5vh] max-h-[90vh] w-[min(1180px,calc(100vw-24px))]",
};

type DialogFrameProps = {
  title: string;
  /** The consequences, or the purpose of the dialog. */
  description: ReactNode;
  size?: DialogSize | undefined;
  /** Gives the dialog its full height, which its content fills and scrolls in. */
  isFilling?: boolean | undefined;
  onClose: () => void;
  children: ReactNode;
};

/**
 * The modal frame of all dialogs; it is open while it is rendered. Focus starts inside and returns, Escape closes. Use
 * `ConfirmDialog`, `FormDialog` or `ViewDialog`.
 */
export function DialogFrame({ title, description, size = "normal", isFilling, onClose, children }: DialogFrameProps) {
  const [opener] = useState(focusedOpener);
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

/** Returns the focused element. A menu closes with its item, so the button of the menu replaces the item. */
function focusedOpener(): HTMLElement | null {
  if (typeof document === "undefined") return null;
  const focused = document.activeElement;
  const menuButtonId = focused?.closest('[role="menu"]')?.getAttribute("aria-labelledby");
  if (menuButtonId) return document.getElementById(menuButtonId);
  return focused instanceof HTMLElement ? focused : null;
}

type DialogFootProps = {
  /** The state of the dialog, or a less frequent action. */
  aside?: ReactNode;
  /** The buttons; the last one is the main one. */
  children: ReactNode;
};

/** The last row of a dialog. */
export function DialogFoot({ aside, children }: DialogFootProps) {
  return (
    <div className="flex flex-none flex-wrap items-center justify-end gap-2">
      {aside === undefined || aside === null ? null : <div className="mr-auto min-w-0">{aside}</div>}
      {children}
    </div>
  );
}

export const DialogClose = Radix.Close;
