import type { VersionPages } from "@/app/(dashboard)/[workspace]/objects/versions/use-version-pages";
import type { ObjectKey } from "@/lib/object/object-key";
import type { ListRow, ObjectGroup } from "./prepare-object-rows";

/** The requested, loaded and found amounts. */
export interface LoadedObjects {
  readonly pages: VersionPages;
  /** Maximum number of requested versions; null for all. */
  readonly limit: number | null;
  readonly offset: number;
  readonly groups: readonly ObjectGroup[];
  /** The groups that match the search text. */
  readonly found: readonly ObjectGroup[];
}

/** Opens objects of the list. */
export interface ObjectFolding {
  readonly toggle: (key: string, isOpen: boolean) => void;
  /** Shows all versions of an open object. */
  readonly unfold: (key: string) => void;
}

/** The rows as they are rendered and navigated. */
export interface ObjectRows extends ObjectFolding {
  readonly rows: readonly ListRow[];
  /** The object whose details are shown: the selected one, or the first if there is space for both. */
  readonly shown: ObjectKey | null;
  /** -1 when the list does not contain the selection. */
  readonly cursorIndex: number;
  /** True when each version has its own row. */
  readonly isFlat: boolean;
}

export interface ObjectList extends LoadedObjects, ObjectRows {}
