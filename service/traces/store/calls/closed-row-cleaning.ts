import { StoreClosed } from "@/service/kernel/errors/store-errors";
import type { CallVisibility } from "./call-visibility";
import type { CleaningSteps, OpenRows } from "./open-rows";

/** Closed rows are removed earlier when there are this many, since readers compare with each of them. */
const MAX_CLOSINGS = 20_000;

interface CleaningOptions {
  /** How long closed rows stay. */
  readonly afterMs: number;
  /** Whether other processes may be rewriting rows, whose work a dropped partition would start again. */
  readonly isShared: boolean;
}

/** Removes closed rows, some seconds after calls end. */
export class ClosedRowCleaning {
  readonly #open: OpenRows;
  readonly #visibility: CallVisibility;
  readonly #steps: CleaningSteps;
  readonly #options: CleaningOptions;
  #timer: NodeJS.Timeout | null = null;
  #cleaning: Promise<void> | null = null;
  #isPaused = false;
  #isClosed = false;

  constructor(open: OpenRows, visibility: CallVisibility, steps: CleaningSteps, options: CleaningOptions) {
    this.#open = open;
    this.#visibility = visibility;
    this.#steps = steps;
    this.#options = options;
  }

  /** Resolves when nothing is being removed. */
  async idle(): Promise<void> {
    await this.#cleaning;
  }

  /** Ends removing; {@link idle} says when. */
  close(): void {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  /** Runs a step during which closed rows stay where they are. */
  async pausedWhile<Result>(step: () => Promise<Result>): Promise<Result> {
    this.#isPaused = true;
    try {
      await this.#cleaning;
      return await step();
    } finally {
      this.#isPaused = false;
      this.later();
    }
  }

  /** Removes closed rows, as far as readers permit. */
  async clean(): Promise<void> {
    if (this.#isWaiting()) return;
    this.#cleaning ??= this.#clean().finally(() => {
      this.#cleaning = null;
    });
    await this.#cleaning;
  }

  /** Removes them after a while, or soon when there are many. */
  later(): void {
    if (this.#isClosed || this.#isWaiting() || this.#visibility.closings === 0) return;
    if (this.#visibility.closings >= MAX_CLOSINGS) void this.clean();
    else this.#startTimer();
  }

  #isWaiting(): boolean {
    return this.#isPaused || (this.#options.isShared && this.#visibility.removalsIn(null).length > 0);
  }

  async #clean(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    try {
      await this.#open.clean(this.#steps);
      if (this.#open.isWaiting) this.#startTimer();
    } catch (error) {
      // Readers exclude what remains. The next group tries again.
      if (error instanceof StoreClosed) this.#isClosed = true;
    }
  }

  #startTimer(): void {
    if (this.#isClosed || this.#isPaused) return;
    this.#timer ??= setTimeout(() => void this.clean(), this.#options.afterMs);
    this.#timer.unref();
  }
}
