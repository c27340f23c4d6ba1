import { Slot } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { classNames } from "@/lib/style/class-names";

const BUTTON_CLASS =
  "inline-flex flex-none items-center justify-center rounded-control border font-medium whitespace-nowrap transition-colors duration-(--t-fast) focus-visible:rounded-control disabled:text-ink-3 disabled:[&>svg]:text-ink-4";

const kinds = {
  primary:
    "border-accent bg-accent text-accent-on hover:border-accent-hover hover:bg-accent-hover disabled:border-active disabled:bg-active",
  plain:
    "border-line-strong bg-surface text-ink hover:bg-hover active:bg-active disabled:border-line disabled:bg-transparent [&>svg]:text-ink-2",
  ghost:
    "border-transparent bg-transparent text-ink-2 hover:bg-hover hover:text-ink active:bg-active disabled:bg-transparent",
  danger:
    "border-err-line bg-surface text-err hover:bg-hover active:bg-active disabled:border-line disabled:bg-transparent",
} as const;

const sizes = {
  normal: "h-(--ctl-h) gap-1.5 px-2.5 text-base max-md:h-9",
  small: "h-(--ctl-h-small) gap-[5px] px-2 text-small max-md:h-8",
  icon: "size-(--ctl-h) p-0 max-md:size-9",
  "icon-small": "size-(--ctl-h-small) p-0 text-small max-md:size-9",
} as const;

const ON_CLASS = "border-accent-line bg-accent-tint text-accent-text hover:bg-accent-tint hover:text-accent-text";

type ButtonProps = ComponentProps<"button"> & {
  kind?: keyof typeof kinds | undefined;
  size?: keyof typeof sizes | undefined;
  isOn?: boolean | undefined;
  /** Shown before the label; a spinner replaces it while busy, so the width does not change. */
  icon?: ReactNode;
  isBusy?: boolean;
  /** Renders the single child (a link) with the look of a button. */
  asChild?: boolean;
};

/** A button, or with `asChild` a link that looks like one. One `primary` per view. */
export function Button({
  kind = "plain",
  size = "normal",
  isOn,
  icon,
  isBusy,
  asChild,
  className,
  children,
  ...rest
}: ButtonProps) {
  const look = classNames(BUTTON_CLASS, kinds[kind], sizes[size], isOn && ON_CLASS, className);
  if (asChild) {
    return (
      <Slot.Root className={look} {...rest}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button type="button" className={look} aria-busy={isBusy || undefined} {...rest} disabled={rest.disabled || isBusy}>
      {isBusy ? <StatusGlyph status="running" label="working" className="text-current" /> : icon}
      {children}
    </button>
  );
}
