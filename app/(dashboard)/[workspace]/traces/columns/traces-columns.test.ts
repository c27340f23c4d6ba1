import { expect, it } from "vitest";
import { selectColumnShape } from "@/components/table/select-column";
import { withScoreColumns } from "./traces-columns";

/** A screen of 1440 px beside the navigation. */
const LIST_PX = 1440 - 216;

it("leaves input and output the widest columns with all others at their widest, and Started in view", () => {
  const shown = withScoreColumns([]).filter(({ isHiddenAtFirst }) => isHiddenAtFirst !== true);
  const widths = shown.map(({ width, fit }) => (width === "flex" ? null : (fit?.maxPx ?? width)));
  const takenPx = widths.reduce((sum: number, widthPx) => sum + (widthPx ?? 0), selectColumnShape.width);
  const textPx = (LIST_PX - takenPx) / 2;
  expect(textPx).toBeGreaterThanOrEqual(230);
  expect(textPx).toBeGreaterThan(Math.max(...widths.map((widthPx) => widthPx ?? 0)));
});
