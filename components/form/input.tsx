import type { ComponentProps, ReactNode } from "react";
import { classNames } from "@/lib/style/class-names";

type InputProps = Omit<ComponentProps<"input">, "size"> & {
  size?: "normal" | "small" | "large";
  /** True for machine-written text, set in mono. */
  isMono?: boolean;
  isInvalid?: boolean;
  /** True when the value differs from its default or from the stored value. */
  isChanged?: boolean;
  leading?: ReactNode;
  trailing?: ReactNode;
};

const heights = {
  normal: "h-(--ctl-h) px-2 max-md:h-9",
  small: "h-(--ctl-h-small) px-[7px] text-small max-md:h-8",
  large: "h-[34px] px-2",
} as const;

/** A text field. Its label and message come from {@link Field}. */
export function Input({
  size = "normal",
  isMono,
  isInvalid,
  isChanged,
  leading,
  trailing,
  className,
  ...rest
}: InputProps) {
  return (
    <span
      className={classNames(
        "flex min-w-0 items-center gap-1.5 rounded-control border border-line-strong bg-surface text-ink has-[:focus-visible]:outline-2 has-[:focus-visible]:-outline-offset-1 has-[:focus-visible]:outline-focus [&>svg]:text-ink-3",
        heights[size],
        isChanged && "border-accent-line bg-accent-tint",
        isInvalid && "border-err",
        rest.disabled && "border-line bg-transparent text-ink-3",
        className,
      )}
    >
      {leading}
      <input
        aria-invalid={isInvalid || undefined}
        className={classNames(
          "w-full min-w-0 bg-transparent p-0 outline-none [appearance:none]",
          isMono && "text-code",
        )}
        {...rest}
      />
      {trailing}
    </span>
  );
}
