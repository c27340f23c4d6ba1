/** The position of a floating card, in pixels of the window. */
export interface CardPosition {
  readonly left: number;
  readonly top?: number;
  readonly bottom?: number;
}

const CARD_WIDTH_PX = 248;
const GAP = 4;
const MARGIN = 8;

/** Below a token, or above it in the lower half of the window; never beyond its side. */
export function positionCard(token: Element): CardPosition {
  const { left, top, bottom } = token.getBoundingClientRect();
  const inside = Math.max(MARGIN, Math.min(left, window.innerWidth - CARD_WIDTH_PX - MARGIN));
  return top > window.innerHeight / 2
    ? { left: inside, bottom: window.innerHeight - top + GAP }
    : { left: inside, top: bottom + GAP };
}
