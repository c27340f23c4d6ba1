import { Check, ChevronDown } from "lucide-react";
import { Select as Radix } from "radix-ui";
import { classNames } from "@/lib/style/class-names";
import { pageNonce } from "./page-nonce";

interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

type SelectProps<Value extends string> = {
  id?: string;
  label: string;
  value: Value;
  options: readonly Option<Value>[];
  onChange: (value: Value) => void;
  /** Shown while the value is not one of the options. */
  placeholder?: string;
  isDisabled?: boolean;
  className?: string;
};

/** A control for one value from a short list. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { id, label, value, options, onChange, placeholder, isDisabled = false, className } = props;
  // The list inserts a style element, which hides its scroll bar.
  const nonce = pageNonce();
  return (
    <Radix.Root
      value={value}
      disabled={isDisabled}
      onValueChange={(chosen) => {
        const option = options.find((candidate) => candidate.value === chosen);
        if (option) onChange(option.value);
      }}
    >
      <Radix.Trigger
        {...(id === undefined ? {} : { id })}
        aria-label={label}
        className={classNames(
          "flex h-(--ctl-h) min-w-0 items-center justify-between gap-1.5 rounded-control border border-line-strong bg-surface px-2 text-ink disabled:border-line disabled:bg-transparent disabled:text-ink-3 max-md:h-9",
          className,
        )}
      >
        <span className="truncate">
          <Radix.Value placeholder={placeholder} />
        </span>
        <ChevronDown size={12} strokeWidth={2} aria-hidden="true" className="text-ink-3" />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className="animate-drop z-60 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) overflow-auto rounded-panel bg-surface p-1 text-small shadow-pop"
        >
          <Radix.Viewport {...(nonce === undefined ? {} : { nonce })}>
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                className="flex h-[26px] items-center justify-between gap-3 rounded-chip px-2 outline-none select-none data-[highlighted]:bg-hover max-md:h-9"
              >
                <Radix.ItemText>{option.label}</Radix.ItemText>
                <Radix.ItemIndicator>
                  <Check size={14} strokeWidth={1.7} aria-hidden="true" className="text-ink-3" />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
