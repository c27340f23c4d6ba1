import type { ComponentProps } from "react";
import { classNames } from "@/lib/style/class-names";

type TextAreaProps = Omit<ComponentProps<"textarea">, "onChange" | "value"> & {
  value: string;
  isInvalid?: boolean;
  onChange: (value: string) => void;
};

/** A field for text of several lines, set in mono. */
export function TextArea({ value, isInvalid, onChange, className, ...rest }: TextAreaProps) {
  return (
    <textarea
      value={value}
      aria-invalid={isInvalid || undefined}
      onChange={(event) => onChange(event.target.value)}
      className={classNames(
        "min-w-0 resize-y rounded-control border border-line-strong bg-surface px-2 py-1.5 text-code text-ink focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-focus",
        isInvalid && "border-err",
        className,
      )}
      {...rest}
    />
  );
}
