import { foundRanges } from "./found-ranges";

const HIGHLIGHT = "found";

/** As the marks in values. The build's CSS parser does not know the selector, so it is not in the style sheets. */
const STYLE = `::highlight(${HIGHLIGHT}) {
  background: var(--warn-tint);
  color: var(--ink);
  text-decoration: underline 2px var(--warn);
}`;

/** A searched text in an element, marked until `end` is called. */
export interface FoundMarks {
  /**
   * Scrolls the first place within an element into view, where it is not; false while it has none.
   *
   * @param within the element itself, or one in it
   */
  readonly showFirst: (within: Element) => boolean;
  readonly end: () => void;
}

/**
 * Marks the places of a text in an element, also while what it shows changes. The page's elements stay as they are: the
 * browser paints the marks (CSS Custom Highlight API); one that cannot shows none.
 */
export function markFound(root: Element, pattern: RegExp): FoundMarks {
  const highlight = sharedHighlight();
  let ranges: readonly StaticRange[] = [];
  let frame = 0;
  const clear = () => {
    for (const range of ranges) highlight?.delete(range);
  };
  const mark = () => {
    frame = 0;
    clear();
    ranges = foundRanges(root, pattern);
    for (const range of ranges) highlight?.add(range);
  };
  const observer = new MutationObserver(() => {
    if (frame === 0) frame = requestAnimationFrame(mark);
  });
  observer.observe(root, { childList: true, characterData: true, subtree: true });
  mark();
  return {
    showFirst: (within) => {
      if (frame !== 0) {
        cancelAnimationFrame(frame);
        mark();
      }
      const first = ranges.find(({ startContainer }) => within.contains(startContainer));
      if (first === undefined) return false;
      showRange(first, root);
      return true;
    },
    end: () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      clear();
    },
  };
}

/** The marks of all elements; null in a browser without them. */
function sharedHighlight(): Highlight | null {
  if (typeof Highlight === "undefined") return null;
  const known = CSS.highlights.get(HIGHLIGHT);
  if (known) return known;
  const added = new Highlight();
  CSS.highlights.set(HIGHLIGHT, added);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  document.adoptedStyleSheets.push(sheet);
  return added;
}

/** Pixels between a place that was scrolled into view and the edge of its pane. */
const MARGIN_PX = 24;

/** Scrolls all panes around a place, up to an element, as far as the place is not in view. */
function showRange({ startContainer, startOffset, endContainer, endOffset }: StaticRange, root: Element): void {
  const range = new Range();
  range.setStart(startContainer, startOffset);
  range.setEnd(endContainer, endOffset);
  for (let pane = startContainer.parentElement; pane !== null; pane = pane.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(pane);
    const place = range.getBoundingClientRect();
    // Nothing is drawn of it, as in a hidden part.
    if (place.height === 0) return;
    const edges = pane.getBoundingClientRect();
    const isAcross = place.top < edges.top || place.bottom > edges.bottom;
    if (isAcross && isScrolled(overflowY)) pane.scrollTop += place.top - edges.top - pane.clientHeight / 3;
    const isBeside = place.left < edges.left || place.right > edges.right;
    if (isBeside && isScrolled(overflowX)) pane.scrollLeft += place.left - edges.left - MARGIN_PX;
    if (pane === root) return;
  }
}

const isScrolled = (overflow: string) => overflow === "auto" || overflow === "scroll";
