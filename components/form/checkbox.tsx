import { Check, Minus } from "lucide-react";
import { Checkbox as Radix } from "radix-ui";
import type { ComponentProps } from "react";
import { classNames } from "@/lib/style/class-names";

/** A check box for selecting; the hit area is 24 px around the 14 px box. */
export function Checkbox({ className, ...rest }: ComponentProps<typeof Radix.Root>) {
  return (
    <Radix.Root
      className={classNames(
        "relative inline-grid size-3.5 flex-none place-items-center rounded-[3px] border border-line-input bg-surface text-accent-on before:absolute before:-inset-[5px] data-[state=checked]:border-accent data-[state=checked]:bg-accent data-[state=indeterminate]:border-accent data-[state=indeterminate]:bg-accent",
        className,
      )}
      {...rest}
    >
      <Radix.Indicator>
        {rest.checked === "indeterminate" ? (
          <Minus size={10} strokeWidth={2.4} aria-hidden="true" />
        ) : (
          <Check size={10} strokeWidth={2.4} aria-hidden="true" />
        )}
      </Radix.Indicator>
    </Radix.Root>
  );
}
