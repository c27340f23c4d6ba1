import type { Draft } from "./draft";
import type { Scope } from "./draft-changes";

type DraftChange = (draft: Draft) => Draft;

/** A draft, and the function that changes it. */
export interface DraftEditing {
  readonly draft: Draft;
  readonly change: (change: DraftChange) => void;
}

/** A draft of which either the shared part is edited, or one column. */
export interface ScopedEditing extends DraftEditing {
  readonly scope: Scope;
  readonly setScope: (scope: Scope) => void;
}

export interface DraftReplacing {
  /** Replaces the draft with another one; this can be undone. */
  readonly replace: (next: Draft, from: string, lost?: readonly string[]) => void;
}
