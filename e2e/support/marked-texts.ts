import type { Page } from "@playwright/test";

/** Returns the texts that are marked as places of a search, in no order. */
export const markedTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...(CSS.highlights.get("found") ?? [])].map(({ startContainer, startOffset, endContainer, endOffset }) => {
      const range = new Range();
      range.setStart(startContainer, startOffset);
      range.setEnd(endContainer, endOffset);
      return range.toString();
    }),
  );
