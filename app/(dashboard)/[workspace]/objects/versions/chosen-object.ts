import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import type { ObjectKey } from "@/lib/object/object-key";
import type { Sides } from "./prepare-versions";
import type { VersionPages } from "./use-version-pages";

/** The version that is shown. */
interface SelectedVersion {
  readonly selected: ObjectVersion | undefined;
  /** The digest of the selected version; the name in the address when versions cannot be listed. */
  readonly digest: string | null;
  /** The version to read: the digest, or the name in the address while no loaded version matches it. */
  readonly name: string;
  /** True when the name can be read: the next page may contain its version. */
  readonly isSettled: boolean;
}

/** The two versions that are compared. */
interface ComparedSides {
  readonly sides: Sides;
  /** True when the user has set a side, so that it stays while the selection moves. */
  readonly isPinned: boolean;
}

/** The object named by the address, with its versions. */
export interface ChosenObject extends SelectedVersion, ComparedSides {
  readonly object: ObjectKey | null;
  readonly pages: VersionPages;
}
