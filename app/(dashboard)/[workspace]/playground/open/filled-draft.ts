import type { Draft } from "@/app/(dashboard)/[workspace]/playground/draft/draft";

/** Where a draft that took the place of another came from. */
export interface Filled {
  /** `call 0199a7c2`, `what was pasted`. */
  readonly from: string;
  readonly lost: readonly string[];
  /** What was there before; null when it was empty. */
  readonly before: Draft | null;
}

/** The draft that the page begins with. */
export interface FirstDraft {
  readonly draft: Draft;
  readonly filled: Filled | null;
}

/** A draft that may have taken the place of another, and the way back. */
export interface FilledDraft {
  readonly filled: Filled | null;
  readonly undoReplace: () => void;
  readonly closeFilled: () => void;
}
