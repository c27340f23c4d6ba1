import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { TextBox } from "@/app/(dashboard)/[workspace]/playground/form/text-box";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/lib/format/count";
import {
  type TextWindow,
  WINDOW_LENGTH,
  windowAfter,
  windowAt,
  windowBefore,
  windowWithin,
  withWindow,
} from "./text-window";

/** Texts up to this length are edited in one piece. */
const WHOLE_LENGTH = 2 * WINDOW_LENGTH;

type MessageTextProps = {
  label: string;
  text: string;
  placeholder: string;
  isMono: boolean;
  /** A few lines until it gets the focus. */
  isFolded: boolean;
  onChange: (text: string) => void;
};

/**
 * A text of a message. A long one is edited in windows; a text that grows while it is typed is not split until it loses
 * focus.
 */
export function MessageText({ label, text, placeholder, isMono, isFolded, onChange }: MessageTextProps) {
  const [savedWindow, setSavedWindow] = useState<TextWindow | null>(null);
  const [hasFocus, setHasFocus] = useState(false);
  const part = partOf(text, savedWindow, hasFocus);
  const change = (written: string) => {
    if (part === null) {
      // A jump in length beyond typing speed is a paste.
      if (written.length > text.length + WHOLE_LENGTH) setSavedWindow(windowAt(written, 0));
      onChange(written);
      return;
    }
    const [next, window] = withWindow(text, part, written);
    setSavedWindow(window);
    onChange(next);
  };
  return (
    <div>
      <TextBox
        key={part?.start ?? 0}
        label={label}
        value={part === null ? text : text.slice(part.start, part.end)}
        placeholder={placeholder}
        isMono={isMono}
        onChange={change}
        onFocus={() => {
          setHasFocus(true);
          setSavedWindow(part);
        }}
        onBlur={() => setHasFocus(false)}
        className={isFolded ? "not-focus:max-h-14" : undefined}
      />
      {part === null ? null : <Parts label={label} text={text} part={part} onPart={setSavedWindow} />}
    </div>
  );
}

/** The part that is shown; null when the full text is shown. */
function partOf(text: string, savedWindow: TextWindow | null, hasFocus: boolean): TextWindow | null {
  const isLong = text.length > WHOLE_LENGTH;
  if (savedWindow !== null && (isLong || hasFocus)) return windowWithin(text, savedWindow);
  return isLong && !hasFocus ? windowAt(text, 0) : null;
}

type PartsProps = { label: string; text: string; part: TextWindow; onPart: (part: TextWindow) => void };

/** The position of the shown part in a long text, and buttons for the others. */
function Parts({ label, text, part, onPart }: PartsProps) {
  const [before, after] = [windowBefore(text, part), windowAfter(text, part)];
  return (
    <p className="flex items-center gap-0.5 text-micro text-ink-3">
      <span className="mr-auto">
        characters {formatCount(Math.min(part.start + 1, part.end))}–{formatCount(part.end)} of{" "}
        {formatCount(text.length)}
      </span>
      <Button
        kind="ghost"
        size="icon-small"
        aria-label={`${label}: previous part`}
        disabled={before === null}
        onClick={() => before && onPart(before)}
      >
        <ChevronLeft size={13} strokeWidth={1.7} aria-hidden="true" />
      </Button>
      <Button
        kind="ghost"
        size="icon-small"
        aria-label={`${label}: next part`}
        disabled={after === null}
        onClick={() => after && onPart(after)}
      >
        <ChevronRight size={13} strokeWidth={1.7} aria-hidden="true" />
      </Button>
    </p>
  );
}
