import type { VersionPages } from "@/app/(dashboard)/[workspace]/objects/versions/use-version-pages";
import type { ListRow, ObjectGroup } from "./prepare-object-rows";

/** How much was asked for, loaded and found. */
export interface LoadedObjects {
  readonly pages: VersionPages;
  /** Most versions that are asked for; null for all. */
  readonly limit: number | null;
  readonly offset: number;
  readonly groups: readonly ObjectGroup[];
  /** The groups that have the text that is looked for. */
  readonly found: readonly ObjectGroup[];
}

/** Opens objects of the list. */
export interface ObjectFolding {
  readonly toggle: (key: string, isOpen: boolean) => void;
  /** Shows all versions of an open object. */
  readonly unfold: (key: string) => void;
}

/** The rows as they are drawn and walked. */
export interface ObjectRows extends ObjectFolding {
  readonly rows: readonly ListRow[];
  /** -1 when nothing that is selected is in the list. */
  readonly cursorIndex: number;
  /** Each version is a row of its own. */
  readonly isFlat: boolean;
}

export interface ObjectList extends LoadedObjects, ObjectRows {}
