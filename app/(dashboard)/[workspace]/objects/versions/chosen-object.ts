import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import type { ObjectKey } from "@/lib/object/object-key";
import type { Sides } from "./prepare-versions";
import type { VersionPages } from "./use-version-pages";

/** The version that is shown. */
interface SelectedVersion {
  readonly selected: ObjectVersion | undefined;
  /** The digest of the selected version; as it stands in the address when versions cannot be listed. */
  readonly digest: string | null;
  /** What to read: the digest, or the name as it stands in the address while no loaded version has it. */
  readonly name: string;
  /** Whether the name can be read: another page may still bring the version that it means. */
  readonly isSettled: boolean;
}

/** The two versions that are compared. */
interface ComparedSides {
  readonly sides: Sides;
  /** Whether a person has set a side, so that it stays while the selection moves. */
  readonly isPinned: boolean;
}

/** The object that the address names, with its versions. */
export interface ChosenObject extends SelectedVersion, ComparedSides {
  readonly object: ObjectKey | null;
  readonly pages: VersionPages;
}
