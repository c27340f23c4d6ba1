import type { ScopedEditing } from "@/app/(dashboard)/[workspace]/playground/draft/draft-editing";
import type { Workspace } from "@/lib/workspace/workspace";

/** A draft whose messages can be saved as a prompt. */
export interface PromptSaving extends ScopedEditing {
  readonly workspace: Workspace;
  /** Whether the calls of a loaded prompt reference its version; null until it is known. */
  readonly referencesPrompts: boolean | null;
}
