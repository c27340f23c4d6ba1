import { ToggleGroup } from "radix-ui";
import type { ReactNode } from "react";
import { classNames } from "@/lib/style/class-names";

interface Segment<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
}

type SegmentedProps<Value extends string> = {
  label: string;
  value: Value;
  segments: readonly Segment<Value>[];
  onChange: (value: Value) => void;
  size?: "normal" | "small";
  className?: string;
};

/** A control for two to four exclusive views of the same data. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, value, segments, onChange, size = "normal", className } = props;
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={value}
      onValueChange={(chosen) => {
        const segment = segments.find((candidate) => candidate.value === chosen);
        if (segment) onChange(segment.value);
      }}
      className={classNames(
        "inline-flex flex-none rounded-control bg-active p-0.5",
        size === "small" ? "h-(--ctl-h-small) max-md:h-8" : "h-(--ctl-h) max-md:h-9",
        className,
      )}
    >
      {segments.map((segment) => (
        <ToggleGroup.Item
          key={segment.value}
          value={segment.value}
          className="inline-flex items-center gap-[5px] rounded-[3px] px-[9px] text-small whitespace-nowrap text-ink-2 data-[state=on]:bg-surface data-[state=on]:font-medium data-[state=on]:text-ink data-[state=on]:shadow-[0_0_0_1px_var(--line-strong)]"
        >
          {segment.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
