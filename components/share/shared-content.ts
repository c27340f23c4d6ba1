import type { SharedKind } from "@/lib/api/contract/app/share-links";
import type { Workspace } from "@/lib/workspace/workspace";

/** What a person shares. */
export interface SharedContent {
  readonly workspace: Workspace;
  readonly kind: SharedKind;
  /** Id of the trace or thread. */
  readonly targetId: string;
  readonly title: string;
}
