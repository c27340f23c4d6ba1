"use client";

import { useMemo, useState } from "react";
import { RefText } from "@/components/object/ref-text";
import { Button } from "@/components/ui/button";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { ScrollRegion } from "@/components/ui/scroll-region";
import { formatCount } from "@/lib/format/count";
import { richValue } from "@/lib/json/media/rich-value";

const RichValueView = partLoadedLater(async () => (await import("@/components/media/rich-value-view")).RichValueView);

/** Longer texts are cut until the user shows all of them. */
const SHOWN_LENGTH = 20_000;

/** A text with its line breaks; bytes encoded as text are shown as what they encode. */
export function TextValue({ label, text }: { label: string; text: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const rich = useMemo(() => richValue(text), [text]);
  const hiddenLength = isWhole ? 0 : Math.max(0, text.length - SHOWN_LENGTH);
  return (
    <ScrollRegion aria-label={label} className="min-h-0 flex-1 overflow-auto px-3 py-2 outline-offset-[-2px]">
      {rich !== null ? (
        <RichValueView rich={rich} isLarge />
      ) : (
        <p className="text-base leading-[19px] [overflow-wrap:anywhere] whitespace-pre-wrap">
          {text === "" ? (
            <span className="text-ink-3 italic">empty string</span>
          ) : (
            <RefText text={text}>{text.slice(0, text.length - hiddenLength)}</RefText>
          )}
        </p>
      )}
      {hiddenLength > 0 && rich === null ? (
        <Button size="small" onClick={() => setIsWhole(true)} className="mt-2">
          Show all, {formatCount(hiddenLength)} more characters
        </Button>
      ) : null}
    </ScrollRegion>
  );
}
