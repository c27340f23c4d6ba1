import type { RunDraftControl } from "@/app/(dashboard)/[workspace]/runs/new/draft/run-draft";

export interface PartProps {
  readonly control: RunDraftControl;
  /** Messages by the path of the member in the settings: `model.name`. */
  readonly errors: ReadonlyMap<string, string>;
}
