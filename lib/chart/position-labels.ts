/** A mark in pixels with the name to place next to it. */
interface LabelRequest {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

interface PositionedLabel extends LabelRequest {
  readonly left: number;
  readonly baseline: number;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Approximate width of a character of the 11 px font; names are mostly lower case. */
const CHARACTER = 5.9;
const HEIGHT = 12;
const GAP = 8;

function isOverlapping(left: Box, right: Box): boolean {
  return left.left < right.right && right.left < left.right && left.top < right.bottom && right.top < left.bottom;
}

/**
 * Places names without covering a mark or another name: right, left, above or below their mark. A name that does not
 * fit is omitted and only shown on hover. Earlier entries have priority.
 */
export function positionLabels(wishes: readonly LabelRequest[], frame: Box): readonly PositionedLabel[] {
  const taken: Box[] = wishes.map(({ x, y }) => ({ left: x - 5, right: x + 5, top: y - 5, bottom: y + 5 }));
  const placed: PositionedLabel[] = [];
  for (const wish of wishes) {
    const width = wish.text.length * CHARACTER;
    const { x, y } = wish;
    const lefts = [
      [x + GAP, y + 4],
      [x - GAP - width, y + 4],
      [x - width / 2, y - GAP],
      [x - width / 2, y + GAP + 9],
    ] as const;
    for (const [left, baseline] of lefts) {
      const box = { left, right: left + width, top: baseline - HEIGHT + 2, bottom: baseline + 2 };
      const isInside =
        box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;
      if (!isInside || taken.some((other) => isOverlapping(box, other))) continue;
      taken.push(box);
      placed.push({ ...wish, left, baseline });
      break;
    }
  }
  return placed;
}
