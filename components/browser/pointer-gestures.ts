/** Pixels of movement before a press becomes a drag. */
const DRAG_FROM_PX = 4;
const WHEEL_FACTOR = 0.0022;
/** Pixels per step of wheels that count lines or pages. */
const UNIT_PX = [1, 16, 400];

/** Returns the pixels per step of a wheel. */
export function wheelUnitPx({ deltaMode }: WheelEvent): number {
  return UNIT_PX[deltaMode] ?? 1;
}

/** Returns the factor by which a turn of the wheel enlarges what is shown; below 1 when it makes it smaller. */
export function wheelZoom(event: WheelEvent): number {
  return Math.exp(event.deltaY * wheelUnitPx(event) * -WHEEL_FACTOR);
}

/** Called with the pixels that the pointer moved since the press. */
type DragMove = (x: number, y: number) => void;

/**
 * Follows drags of the mouse or a pen on an element; fingers scroll. A drag does not click.
 *
 * @param begin returns what each move does, or null where a press starts no drag
 * @param distance the pixels of a movement; only those along the axis that a drag changes count
 * @returns stops listening
 */
export function listenToDrags(
  node: HTMLElement,
  begin: (event: PointerEvent) => DragMove | null,
  distance: (x: number, y: number) => number = Math.hypot,
): () => void {
  let drag: { x: number; y: number; move: DragMove; isMoving: boolean } | null = null;
  const onDown = (event: PointerEvent) => {
    if (event.button !== 0 || event.pointerType === "touch") return;
    const move = begin(event);
    drag = move && { x: event.clientX, y: event.clientY, move, isMoving: false };
  };
  const onMove = (event: PointerEvent) => {
    if (!drag) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.isMoving && distance(x, y) < DRAG_FROM_PX) return;
    if (!drag.isMoving) node.setPointerCapture(event.pointerId);
    drag.isMoving = true;
    drag.move(x, y);
  };
  const onUp = () => {
    const wasMoving = drag?.isMoving === true;
    drag = null;
    if (!wasMoving) return;
    // The click that ends a drag selects nothing.
    const swallow = (event: MouseEvent) => event.stopPropagation();
    node.addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => node.removeEventListener("click", swallow, { capture: true }));
  };
  node.addEventListener("pointerdown", onDown);
  node.addEventListener("pointermove", onMove);
  node.addEventListener("pointerup", onUp);
  node.addEventListener("pointercancel", onUp);
  return () => {
    node.removeEventListener("pointerdown", onDown);
    node.removeEventListener("pointermove", onMove);
    node.removeEventListener("pointerup", onUp);
    node.removeEventListener("pointercancel", onUp);
  };
}
