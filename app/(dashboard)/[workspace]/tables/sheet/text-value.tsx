"use client";

import { useState } from "react";
import { RefText } from "@/components/object/ref-text";
import { Button } from "@/components/ui/button";
import { countOf, formatCount } from "@/lib/format/count";
import { isBase64 } from "@/lib/json/value/json-path";

/** Longer texts are cut until the user shows all of them. */
const SHOWN_LENGTH = 20_000;

/** A text with its line breaks; bytes encoded as text are described, not shown. */
export function TextValue({ label, text }: { label: string; text: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const hiddenLength = isWhole ? 0 : Math.max(0, text.length - SHOWN_LENGTH);
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
      tabIndex={0}
      aria-label={label}
      className="min-h-0 flex-1 overflow-auto px-3 py-2 outline-offset-[-2px]"
    >
      {isBase64(text) ? (
        <p className="text-ink-3 italic">base64, {countOf(text.length, "character")}</p>
      ) : (
        <p className="text-base leading-[19px] [overflow-wrap:anywhere] whitespace-pre-wrap">
          {text === "" ? (
            <span className="text-ink-3 italic">empty string</span>
          ) : (
            <RefText text={text}>{text.slice(0, text.length - hiddenLength)}</RefText>
          )}
        </p>
      )}
      {hiddenLength > 0 && !isBase64(text) ? (
        <Button size="small" onClick={() => setIsWhole(true)} className="mt-2">
          Show all, {formatCount(hiddenLength)} more characters
        </Button>
      ) : null}
    </section>
  );
}
