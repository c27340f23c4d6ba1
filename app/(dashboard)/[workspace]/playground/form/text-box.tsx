import type { ComponentProps } from "react";
import { classNames } from "@/lib/style/class-names";

type TextBoxProps = Omit<ComponentProps<"textarea">, "onChange" | "value"> & {
  label: string;
  value: string;
  isMono?: boolean;
  onChange: (text: string) => void;
};

const MAX_TEXT_ROWS = 9;

/** Browsers take minutes to insert long texts natively, since they record each line for undo. */
const LONG_PASTE = 10_000;

/** A text area that grows with its text up to a height, then scrolls. It has no frame: its row has one. */
export function TextBox({ label, value, isMono = false, onChange, className, ...rest }: TextBoxProps) {
  // Browsers that size fields by content ignore the rows; the others count line ends.
  const rows = Math.min(MAX_TEXT_ROWS, value.slice(0, 2000).split("\n").length);
  return (
    <textarea
      aria-label={label}
      value={value}
      rows={rows}
      onChange={(event) => onChange(event.target.value)}
      onPaste={(event) => {
        const { clipboardData, currentTarget } = event;
        const pasted = clipboardData.files.length > 0 ? "" : clipboardData.getData("text/plain");
        if (pasted.length < LONG_PASTE) return;
        event.preventDefault();
        const { selectionStart, selectionEnd } = currentTarget;
        const lines = pasted.replace(/\r\n?/g, "\n");
        onChange(value.slice(0, selectionStart) + lines + value.slice(selectionEnd));
        // Setting a value leaves the caret at its end.
        const after = selectionStart + lines.length;
        requestAnimationFrame(() => currentTarget.setSelectionRange(after, after));
      }}
      className={classNames(
        "field-sizing-content max-h-44 min-h-5 w-full min-w-0 resize-none bg-transparent py-px text-small leading-[18px] outline-none placeholder:text-ink-3 focus-visible:outline-none [overflow-wrap:anywhere]",
        isMono && "text-code",
        className,
      )}
      {...rest}
    />
  );
}
