import { describe, expect, it } from "vitest";
import { positionLabels } from "./position-labels";

describe("labels on the map", () => {
  const frame = { left: 0, right: 400, top: 0, bottom: 300 };

  it("never cover a mark or each other, and stay inside", () => {
    const wishes = Array.from({ length: 30 }, (_, index) => ({
      id: String(index),
      x: 20 + ((index * 53) % 360),
      y: 20 + ((index * 37) % 260),
      text: `model-${index}`,
    }));
    const placed = positionLabels(wishes, frame);
    const boxes = placed.map(({ left, baseline, text }) => ({ left, right: left + text.length * 5.9, baseline }));
    expect(placed.length).toBeGreaterThan(15);
    for (const [index, box] of boxes.entries()) {
      expect(box.left).toBeGreaterThanOrEqual(0);
      expect(box.right).toBeLessThanOrEqual(400);
      for (const other of boxes.slice(index + 1)) {
        const isApart =
          box.right <= other.left || other.right <= box.left || Math.abs(box.baseline - other.baseline) >= 12;
        expect(isApart).toBe(true);
      }
    }
  });

  it("are omitted when there is no room, the later ones first", () => {
    const same = ["a", "b", "c", "d", "e", "f"].map((id) => ({ id, x: 200, y: 150, text: "a-model" }));
    const placed = positionLabels(same, frame);
    expect(placed.map(({ id }) => id)).toEqual(["a", "b", "c", "d"]);
  });
});
