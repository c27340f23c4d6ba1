import { Check } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { classNames } from "@/lib/style/class-names";

const ITEM_CLASS =
  "flex h-[26px] items-center gap-2 rounded-chip px-2 text-ink outline-none select-none data-[disabled]:text-ink-3 data-[highlighted]:bg-hover max-md:h-9 [&>svg]:text-ink-3";

type MenuProps = {
  trigger: ReactNode;
  label: string;
  children: ReactNode;
  align?: ComponentProps<typeof Radix.Content>["align"];
  side?: ComponentProps<typeof Radix.Content>["side"];
  className?: string;
  /** For a menu whose button was pressed before its code had loaded. */
  isOpenAtFirst?: boolean;
  /** For a menu that a key also opens. */
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
};

/** A menu of actions or choices on a button. */
export function Menu({ trigger, label, children, align = "start", side = "bottom", className, ...rest }: MenuProps) {
  const { isOpen, isOpenAtFirst = false, onOpenChange } = rest;
  return (
    <Radix.Root
      modal={false}
      defaultOpen={isOpenAtFirst}
      {...(isOpen === undefined ? {} : { open: isOpen })}
      {...(onOpenChange === undefined ? {} : { onOpenChange })}
    >
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className={classNames(
            "animate-drop z-30 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 overflow-auto rounded-panel bg-surface p-1 text-small shadow-pop focus-visible:outline-none",
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export function MenuItem({ className, ...rest }: ComponentProps<typeof Radix.Item>) {
  return <Radix.Item className={classNames(ITEM_CLASS, className)} {...rest} />;
}

/** One of several choices; the selected one has a check mark. */
export function MenuChoice({ isChosen, children, ...rest }: ComponentProps<typeof Radix.Item> & { isChosen: boolean }) {
  return (
    <Radix.Item role="menuitemradio" aria-checked={isChosen} className={ITEM_CLASS} {...rest}>
      {children}
      {isChosen ? <Check size={14} strokeWidth={1.7} aria-hidden="true" className="ml-auto" /> : null}
    </Radix.Item>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2 pt-1.5 pb-1 text-micro font-medium text-ink-3">{children}</Radix.Label>;
}

export function MenuSeparator() {
  return <Radix.Separator className="my-1 h-px bg-line" />;
}
