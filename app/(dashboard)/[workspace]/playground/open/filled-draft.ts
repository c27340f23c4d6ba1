import type { Draft } from "@/app/(dashboard)/[workspace]/playground/draft/draft";

/** The origin of a draft that replaced another. */
export interface Filled {
  /** `call 0199a7c2`, `pasted code`. */
  readonly from: string;
  readonly lost: readonly string[];
  /** The draft that was replaced; null when it was empty. */
  readonly before: Draft | null;
}

/** The draft that the page begins with. */
export interface FirstDraft {
  readonly draft: Draft;
  readonly filled: Filled | null;
}

/** A draft that may have replaced another, and the way back. */
export interface FilledDraft {
  readonly filled: Filled | null;
  readonly undoReplace: () => void;
  readonly closeFilled: () => void;
}
