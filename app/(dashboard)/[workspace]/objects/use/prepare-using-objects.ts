import { classOf, keyOf } from "@/app/(dashboard)/[workspace]/objects/versions/describe-version";
import type { UsingVersion } from "@/lib/api/contract/objects/object-marks";
import { type ObjectKey, objectKeyText } from "@/lib/object/object-key";

/** An object with versions that reference a version of another object. */
export interface UsingObject {
  readonly key: string;
  readonly object: ObjectKey;
  readonly className: string | null;
  /** The newest of these versions. */
  readonly versions: readonly UsingVersion[];
  /** How many older versions reference it too. */
  readonly rest: number;
  /** Rows of the newest version's tables that contain a ref. */
  readonly rowCount: number;
}

/** The maximum number of requested versions, newest first. */
export const MAX_LISTED_USES = 200;

const SHOWN_VERSIONS = 6;

/** Groups the referencing versions by object; objects are in the order of their newest version. */
export function usingObjects(uses: readonly UsingVersion[]): readonly UsingObject[] {
  const groups = new Map<string, UsingVersion[]>();
  for (const use of uses) {
    const key = objectKeyText(keyOf(use));
    const group = groups.get(key);
    if (group) group.push(use);
    else groups.set(key, [use]);
  }
  return [...groups].flatMap(([key, versions]) => {
    const [newest] = versions;
    if (!newest) return [];
    return [
      {
        key,
        object: keyOf(newest),
        className: classOf(newest),
        versions: versions.slice(0, SHOWN_VERSIONS),
        rest: Math.max(0, versions.length - SHOWN_VERSIONS),
        rowCount: newest.row_count ?? 0,
      },
    ];
  });
}
