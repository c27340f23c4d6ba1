import type { Draft } from "./draft";
import type { Scope } from "./draft-changes";

type DraftChange = (draft: Draft) => Draft;

/** A draft, and how it is changed. */
export interface DraftEditing {
  readonly draft: Draft;
  readonly change: (change: DraftChange) => void;
}

/** A draft of which either all columns' part is edited, or one column's own. */
export interface ScopedEditing extends DraftEditing {
  readonly scope: Scope;
  readonly setScope: (scope: Scope) => void;
}

export interface DraftReplacing {
  /** Puts another draft in the place of this one, which can be had back. */
  readonly replace: (next: Draft, from: string, lost?: readonly string[]) => void;
}
