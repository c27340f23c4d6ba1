import type { Call } from "@/lib/api/contract/calls/calls";
import { ReadableStore } from "@/lib/store/readable-store";

const NONE: readonly Call[] = [];

/** The calls of a response that has not ended. They may arrive before the list that shows them is drawn. */
export class ArrivingCalls extends ReadableStore<readonly Call[]> {
  constructor() {
    super(NONE);
  }

  /** @param calls all that have arrived so far */
  readonly set = (calls: readonly Call[]): void => this.setState(calls);

  readonly clear = (): void => this.setState(NONE);
}
