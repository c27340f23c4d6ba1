"use client";

import { useState } from "react";
import { useFoundEnd } from "@/components/find/find-words";

/** A longer text is cut: it may be megabytes. */
const SHOWN_LENGTH = 4000;

/** Characters that a click or a scroll adds. */
const STEP_LENGTH = 30_000;

/** Characters shown after the searched text. */
const AFTER_FOUND_LENGTH = 1000;

/** How much of a long text is shown. */
interface ShownLength {
  readonly shownLength: number;
  readonly isCut: boolean;
  /** The props of the button below the shown part. */
  readonly showMore: { readonly label: string; readonly isAutomatic: boolean; readonly onMore: () => void };
}

/**
 * The first characters of a text, up to the searched text where it comes later, and after a click all others: a step at
 * once, and each further one when the end of the shown part comes into view.
 */
export function useShownLength(text: string, isWhole: boolean): ShownLength {
  const { length } = text;
  const [addedLength, setAddedLength] = useState(0);
  const foundEnd = useFoundEnd(text);
  const firstLength = foundEnd > SHOWN_LENGTH ? foundEnd + AFTER_FOUND_LENGTH : SHOWN_LENGTH;
  const shownLength = isWhole ? length : Math.min(length, firstLength + addedLength);
  return {
    shownLength,
    isCut: shownLength < length,
    showMore: {
      label:
        addedLength === 0
          ? `Show all ${length.toLocaleString("en-US")} characters`
          : `${(length - shownLength).toLocaleString("en-US")} more characters`,
      isAutomatic: addedLength > 0,
      onMore: () => setAddedLength((added) => added + STEP_LENGTH),
    },
  };
}
