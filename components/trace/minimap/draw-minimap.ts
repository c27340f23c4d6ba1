import type { CanvasGround } from "@/components/trace/time/use-canvas";
import type { MinimapMark } from "@/lib/trace/time/minimap-marks";
import { positionOfTime, type TimeAxis } from "@/lib/trace/time/time-axis";

/** Margin left and right of the minimap in pixels, for the handles at its ends. */
export const GUTTER_PX = 12;
/** Margin above and below. */
const EDGE_PX = 6;
/** Maximum number of errors drawn as full-height lines; beyond it each is a tick at the top. */
const MAX_ERROR_LINES = 16;
const PARENT_ALPHA = 0.55;

/** Draws the full trace: a line per call, from its first to its last row, with errors marked. */
export function drawMinimap(ground: CanvasGround, marks: readonly MinimapMark[], axis: TimeAxis): void {
  const { context, width, height, colors } = ground;
  const scale = axis.length > 0 ? (width - 2 * GUTTER_PX) / axis.length : 0;
  const x = (timeMs: number) => GUTTER_PX + positionOfTime(axis, timeMs) * scale;
  const innerHeight = height - 2 * EDGE_PX;
  const errors = new Set<number>();
  for (const mark of marks) {
    const left = x(mark.startMs);
    context.globalAlpha = mark.isParent && !mark.isError ? PARENT_ALPHA : 1;
    context.fillStyle = mark.isError ? colors.error : colors.kinds[mark.kind];
    const thickness = mark.isError ? 3 : mark.isParent ? 1 : 2;
    context.fillRect(left, EDGE_PX + mark.place * innerHeight, Math.max(2, x(mark.endMs) - left), thickness);
    if (mark.isError) errors.add(Math.round(left));
  }
  context.globalAlpha = 1;
  drawErrorMarks(ground, [...errors]);
}

function drawErrorMarks({ context, height, colors }: CanvasGround, places: readonly number[]): void {
  const isFew = places.length <= MAX_ERROR_LINES;
  context.strokeStyle = colors.error;
  context.setLineDash(isFew ? [2, 2] : []);
  context.beginPath();
  for (const place of places) {
    context.moveTo(place + 0.5, 0);
    context.lineTo(place + 0.5, isFew ? height : 4);
  }
  context.stroke();
  context.setLineDash([]);
}
