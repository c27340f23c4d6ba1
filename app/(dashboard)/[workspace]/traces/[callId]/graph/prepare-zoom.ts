interface Size {
  readonly width: number;
  readonly height: number;
}

const MIN_ZOOM = 0.15;
const MAX_ZOOM = 2;
/** Below it, names cannot be read. */
const READABLE_ZOOM = 0.6;

/** Returns a zoom within its limits. */
export function limitedZoom(zoom: number): number {
  return Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, zoom));
}

/**
 * Returns the zoom at which a drawing fits in a frame, never more than its own size: its width as long as it can be read,
 * or all of it.
 */
export function fittingZoom(frame: Size, drawn: Size, what: "width" | "all"): number {
  if (frame.width <= 0 || drawn.width <= 0 || drawn.height <= 0) return 1;
  const width = Math.min(1, frame.width / drawn.width);
  return what === "width" ? Math.max(READABLE_ZOOM, width) : limitedZoom(Math.min(width, frame.height / drawn.height));
}
