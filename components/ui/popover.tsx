import { Popover as Radix } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { classNames } from "@/lib/style/class-names";

type PopoverProps = {
  trigger: ReactNode;
  label: string;
  children: ReactNode;
  align?: ComponentProps<typeof Radix.Content>["align"];
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  className?: string;
};

/**
 * A floating panel tied to its button: choices, or a short form for what stays visible beside it, such as a filter or a
 * move to another group. It is not modal. A question that must be answered first is a dialog.
 */
export function Popover({ trigger, label, children, align = "start", isOpen, onOpenChange, className }: PopoverProps) {
  return (
    <Radix.Root
      {...(isOpen === undefined ? {} : { open: isOpen })}
      {...(onOpenChange === undefined ? {} : { onOpenChange })}
    >
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={classNames(
            "animate-drop z-30 max-h-(--radix-popover-content-available-height) overflow-auto rounded-panel bg-surface p-1.5 text-small shadow-pop focus-visible:outline-none",
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export const PopoverClose = Radix.Close;
