import { Switch as Radix } from "radix-ui";
import { type ReactNode, useId } from "react";

type SwitchProps = { isOn: boolean; onChange: (isOn: boolean) => void; label: ReactNode; isDisabled?: boolean };

/** A switch for a setting that applies at once. */
export function Switch({ isOn, onChange, label, isDisabled = false }: SwitchProps) {
  const id = useId();
  return (
    <span className="inline-flex items-center gap-[7px] whitespace-nowrap">
      <Radix.Root
        id={id}
        checked={isOn}
        onCheckedChange={onChange}
        disabled={isDisabled}
        className="relative h-3.5 w-[26px] flex-none rounded-full bg-line-input transition-colors duration-(--t-base) before:absolute before:-inset-[5px] focus-visible:rounded-full data-[state=checked]:bg-accent disabled:opacity-50"
      >
        <Radix.Thumb className="absolute top-0.5 left-0.5 size-2.5 rounded-full bg-surface transition-transform duration-(--t-base) data-[state=checked]:translate-x-3 data-[state=checked]:bg-accent-on" />
      </Radix.Root>
      <label htmlFor={id}>{label}</label>
    </span>
  );
}
