import { afterEach, beforeEach, vi } from "vitest";

/** The browser's registry of marks, which a test document does not have. */
class Marks extends Set<StaticRange> {}

/**
 * Gives the document of each test of a file a registry of marks.
 *
 * @returns the marked texts, in the order of the document
 */
export function registerMarks(): () => readonly (string | undefined)[] {
  const highlights = new Map<string, Marks>();
  beforeEach(() => {
    vi.stubGlobal("Highlight", Marks);
    vi.stubGlobal("CSS", { highlights });
    vi.stubGlobal(
      "CSSStyleSheet",
      class {
        replaceSync() {}
      },
    );
    Object.assign(document, { adoptedStyleSheets: [] });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    highlights.clear();
  });
  return () =>
    [...(highlights.get("found") ?? [])].map(({ startContainer, startOffset, endOffset }) =>
      startContainer.textContent?.slice(startOffset, endOffset),
    );
}
