"use client";

import { useState } from "react";

/** A longer text is cut: it may be megabytes. */
const SHOWN_LENGTH = 4000;

/** Characters that a click or a scroll adds. */
const STEP_LENGTH = 30_000;

/** How much of a long text is shown. */
interface ShownLength {
  readonly shownLength: number;
  readonly isCut: boolean;
  /** The props of the button below the shown part. */
  readonly showMore: { readonly label: string; readonly isAutomatic: boolean; readonly onMore: () => void };
}

/**
 * The first characters of a text, and after a click all others: a step at once, and each further one when the end of the
 * shown part comes into view.
 */
export function useShownLength(length: number, isWhole: boolean, firstLength: number = SHOWN_LENGTH): ShownLength {
  const [addedLength, setAddedLength] = useState(0);
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
