import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { classNames } from "@/lib/style/class-names";

type DialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  /** The consequences, or the purpose of the dialog. */
  description: ReactNode;
  children: ReactNode;
  className?: string;
};

/** A modal dialog: 440 px, focus starts inside, Escape closes. */
export function Dialog({ isOpen, onOpenChange, title, description, children, className }: DialogProps) {
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

export const DialogClose = Radix.Close;
