/** After a tooltip closed, the next one comes without a delay for this long: the pointer moves along a row of controls. */
const SKIP_DELAY_MS = 300;

/** How long a tooltip stays when the pointer leaves its control, so that the pointer can reach the tooltip. */
const GRACE_MS = 120;

/** Decides when a tooltip appears and disappears. */
export class TooltipTimer<Shown extends { readonly anchor: HTMLElement }> {
  readonly #delayMs: number;
  readonly #onChange: (shown: Shown | null) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The tooltip that is shown or waits. */
  #current: Shown | null = null;
  #isShown = false;
  #closedAtMs = Number.NEGATIVE_INFINITY;

  constructor(delayMs: number, onChange: (shown: Shown | null) => void) {
    this.#delayMs = delayMs;
    this.#onChange = onChange;
  }

  /** The pointer rests on a control. */
  readonly point = (tooltip: Shown): void => {
    const isSoon = this.#isShown || performance.now() - this.#closedAtMs < SKIP_DELAY_MS;
    if (isSoon) {
      this.show(tooltip);
    } else {
      this.#current = tooltip;
      this.#after(this.#delayMs, () => this.show(tooltip));
    }
  };

  /** Shows a tooltip at once, as for a control that got the focus. */
  readonly show = (tooltip: Shown): void => {
    clearTimeout(this.#timer);
    this.#current = tooltip;
    this.#isShown = true;
    this.#onChange(tooltip);
  };

  /** The pointer is on the tooltip itself. */
  readonly hold = (): void => clearTimeout(this.#timer);

  /** The pointer left the control or the tooltip. */
  readonly leave = (): void => {
    if (this.#isShown) this.#after(GRACE_MS, this.close);
    else this.close();
  };

  readonly close = (): void => {
    clearTimeout(this.#timer);
    this.#current = null;
    if (!this.#isShown) return;
    this.#isShown = false;
    this.#closedAtMs = performance.now();
    this.#onChange(null);
  };

  /** Closes the tooltip of a control that is gone. */
  closeOf(anchor: HTMLElement | null): void {
    if (anchor !== null && this.#current?.anchor === anchor) this.close();
  }

  #after(delayMs: number, then: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(then, delayMs);
  }
}
