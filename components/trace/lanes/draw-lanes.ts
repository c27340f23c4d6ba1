import type { CanvasGround } from "@/components/trace/time/use-canvas";
import { KINDS, nameOf, STATUSES, shownEndMs, type TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";
import { afterTime, type Lanes } from "@/lib/trace/time/lanes";
import { positionOfTime } from "@/lib/trace/time/time-axis";
import { type TimeSpan, type TimeWindow, timeAtShare } from "@/lib/trace/time/time-window";

/** Heights of lanes and of the blocks in them, in pixels. */
export interface LaneLook {
  readonly lanePx: number;
  readonly blockPx: number;
}

/** The parts of a trace drawn in lanes. */
export interface LanePicture {
  readonly skeleton: TraceSkeleton;
  readonly lanes: Lanes;
  readonly look: LaneLook;
  readonly window: TimeWindow;
  readonly untilMs: number;
  readonly scrollTop: number;
  readonly selectedRow: number;
  readonly hoveredRow: number;
  /** 1 for each row that matches the search; null without a search. */
  readonly isMatch: Uint8Array | null;
  /** 1 for rows of the critical path; null while it is not marked. */
  readonly isCritical: Uint8Array | null;
  /** The selected span of time; null while none is. */
  readonly area: TimeSpan | null;
}

const ERROR = STATUSES.indexOf("error");
const FILL_ALPHA = 0.3;
const DIM_ALPHA = 0.22;
const AREA_ALPHA = 0.1;
/** A narrower block is drawn as one line of its color. */
const PLAIN_PX = 4;
/** Minimum block width for a name. */
const LABEL_PX = 26;
const LABEL_INSET_PX = 6;
const FONT_PX = 11;

/** Draws the visible lanes. Calls of one lane that fall on one pixel are drawn once, errors always. */
export function drawLanes(ground: CanvasGround, picture: LanePicture): void {
  const { context, height, colors } = ground;
  const { lanes, look, scrollTop } = picture;
  context.font = `${FONT_PX}px ${colors.mono}`;
  context.textBaseline = "middle";
  if (picture.area) drawArea(ground, picture.window, picture.area);
  const letterPx = context.measureText("0").width;
  const first = Math.max(0, Math.floor(scrollTop / look.lanePx));
  const end = Math.min(lanes.count, Math.ceil((scrollTop + height) / look.lanePx));
  for (let lane = first; lane < end; lane += 1) drawLane(ground, picture, lane, letterPx);
  for (const row of [picture.hoveredRow, picture.selectedRow]) outline(ground, picture, row);
}

function drawArea({ context, width, height, colors }: CanvasGround, window: TimeWindow, area: TimeSpan): void {
  const toX = scaleOf(window, width);
  const [left, right] = [Math.max(-2, toX(area.fromMs)), Math.min(width + 2, toX(area.toMs))];
  if (right < left) return;
  context.fillStyle = colors.accent;
  context.globalAlpha = AREA_ALPHA;
  context.fillRect(left, 0, right - left, height);
  context.globalAlpha = 1;
  for (const edge of [left, right]) context.fillRect(Math.round(edge) - 0.5, 0, 1, height);
}

function drawLane(ground: CanvasGround, picture: LanePicture, lane: number, letterPx: number): void {
  const { width } = ground;
  const { skeleton, lanes, look, scrollTop, window } = picture;
  const { status } = skeleton;
  const toX = scaleOf(window, width);
  const top = lane * look.lanePx - scrollTop + (look.lanePx - look.blockPx) / 2;
  const begin = lanes.begins[lane] ?? 0;
  const stop = lanes.begins[lane + 1] ?? 0;
  let drawnTo = Number.NEGATIVE_INFINITY;
  // One call may reach into the window from before it.
  const from = Math.max(begin, afterTime(lanes, skeleton, lane, timeAtShare(window, 0)) - 1);
  for (let at = from; at < stop; at += 1) {
    const row = lanes.rows[at] ?? 0;
    const left = toX(skeleton.startMs[row] ?? 0);
    if (left > width) return;
    const right = toX(shownEndMs(skeleton, row, picture.untilMs));
    const isError = status[row] === ERROR;
    if (right < 0 || (right < drawnTo + 0.5 && !isError)) continue;
    drawnTo = Math.max(left + 1, right);
    const box = { left: Math.max(-2, left), right: Math.min(width + 2, Math.max(left + 1, right)), top };
    drawBlock(ground, picture, row, box, letterPx);
  }
}

type Box = { readonly left: number; readonly right: number; readonly top: number };

function drawBlock(ground: CanvasGround, picture: LanePicture, row: number, box: Box, letterPx: number): void {
  const { context, colors } = ground;
  const { skeleton, look, isMatch, isCritical } = picture;
  const isError = skeleton.status[row] === ERROR;
  const color = isError ? colors.error : colors.kinds[KINDS[skeleton.kind[row] ?? 0] ?? "op"];
  const isDim = (isMatch !== null && isMatch[row] !== 1) || (isCritical !== null && isCritical[row] !== 1);
  const blockWidth = box.right - box.left;
  const strength = isDim ? DIM_ALPHA : 1;
  context.fillStyle = color;
  if (blockWidth < PLAIN_PX) {
    context.globalAlpha = strength;
    context.fillRect(box.left, box.top, Math.max(1, blockWidth - 0.5), look.blockPx);
    context.globalAlpha = 1;
    return;
  }
  // One pixel of background stays between neighbors.
  const inner = blockWidth - 1;
  context.globalAlpha = FILL_ALPHA * strength;
  context.fillRect(box.left, box.top, inner, look.blockPx);
  context.globalAlpha = strength;
  context.fillRect(box.left, box.top, 2, look.blockPx);
  if (isError) hatch(ground, box, inner, look.blockPx);
  if (inner > LABEL_PX) {
    const letters = Math.floor((inner - LABEL_INSET_PX - 3) / letterPx);
    const name = nameOf(skeleton, row);
    context.fillStyle = colors.ink;
    const text = name.length <= letters ? name : letters < 3 ? "" : `${name.slice(0, letters - 1)}…`;
    context.fillText(text, box.left + LABEL_INSET_PX, box.top + look.blockPx / 2 + 0.5);
  }
  context.globalAlpha = 1;
}

function hatch({ context, colors }: CanvasGround, { left, top }: Box, width: number, height: number): void {
  context.strokeStyle = colors.error;
  context.lineWidth = 1;
  context.strokeRect(left + 0.5, top + 0.5, width - 1, height - 1);
  context.save();
  context.globalAlpha *= 0.35;
  context.beginPath();
  context.rect(left, top, width, height);
  context.clip();
  context.beginPath();
  for (let x = left - height; x < left + width; x += 6) {
    context.moveTo(x, top + height);
    context.lineTo(x + height, top);
  }
  context.stroke();
  context.restore();
}

function outline(ground: CanvasGround, picture: LanePicture, row: number): void {
  const { context, width, colors } = ground;
  const { skeleton, lanes, look, scrollTop, window } = picture;
  const lane = lanes.laneOf[row] ?? -1;
  if (lane < 0) return;
  const toX = scaleOf(window, width);
  const left = Math.max(-4, toX(skeleton.startMs[row] ?? 0));
  const right = Math.min(width + 4, Math.max(left + 3, toX(shownEndMs(skeleton, row, picture.untilMs))));
  const top = lane * look.lanePx - scrollTop + (look.lanePx - look.blockPx) / 2;
  const isSelected = row === picture.selectedRow;
  context.strokeStyle = isSelected ? colors.accent : colors.ink;
  context.lineWidth = isSelected ? 2 : 1;
  context.strokeRect(left - 0.5, top - 0.5, right - left, look.blockPx + 1);
}

/** The x position of a time in pixels. */
function scaleOf({ axis, from, to }: TimeWindow, width: number): (timeMs: number) => number {
  const scale = to > from ? width / (to - from) : 0;
  return (timeMs) => (positionOfTime(axis, timeMs) - from) * scale;
}
