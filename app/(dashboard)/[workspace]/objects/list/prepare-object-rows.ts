import { keyOf, sizeOf } from "@/app/(dashboard)/[workspace]/objects/versions/describe-version";
import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import { type ObjectKey, objectKeyText } from "@/lib/object/object-key";

/** The loaded versions of one object, newest first. */
export interface ObjectGroup {
  readonly key: string;
  readonly object: ObjectKey;
  readonly versions: readonly ObjectVersion[];
  readonly latest: ObjectVersion;
  /** The total of the loaded versions; null when the service did not report it. */
  readonly sizeBytes: number | null;
}

/** One row of the list. */
export type ListRow =
  | { readonly type: "object"; readonly key: string; readonly group: ObjectGroup; readonly isOpen: boolean }
  | {
      readonly type: "version";
      readonly key: string;
      readonly group: ObjectGroup;
      readonly version: ObjectVersion;
      /** True when it is outside a group and therefore shows the name of its object. */
      readonly isNamed: boolean;
    }
  | { readonly type: "more"; readonly key: string; readonly group: ObjectGroup; readonly count: number };

/** The number of versions of an open object that are shown before the older ones are requested. */
const FIRST_VERSIONS = 5;

/** Groups versions by object. Objects keep the order of their first version in the response. */
export function groupVersions(versions: readonly ObjectVersion[]): readonly ObjectGroup[] {
  const byKey = new Map<string, ObjectVersion[]>();
  for (const version of versions) {
    const key = objectKeyText(keyOf(version));
    const group = byKey.get(key);
    if (group) group.push(version);
    else byKey.set(key, [version]);
  }
  return [...byKey].flatMap(([key, members]) => {
    const sorted = [...members].sort((left, right) => right.version_index - left.version_index);
    const latest = sorted.find((version) => version.is_latest === 1) ?? sorted[0];
    return latest ? [{ key, object: keyOf(latest), versions: sorted, latest, sizeBytes: sizeOf(sorted) }] : [];
  });
}

/** Returns the objects whose name contains the text, and versions with this number or beginning of the digest. */
export function findInGroups(groups: readonly ObjectGroup[], text: string): readonly ObjectGroup[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return groups;
  return groups.flatMap((group) => {
    if (group.object.id.toLowerCase().includes(wanted)) return [group];
    const versions = group.versions.filter(
      ({ digest, version_index }) => digest.toLowerCase().startsWith(wanted) || `v${version_index}` === wanted,
    );
    return versions.length === 0 ? [] : [{ ...group, versions, sizeBytes: sizeOf(versions) }];
  });
}

/** Returns the rows of the list by object: open objects with their newest versions, and a row for the older ones. */
export function objectRows(
  groups: readonly ObjectGroup[],
  isOpen: (group: ObjectGroup) => boolean,
  areAllShown: (group: ObjectGroup) => boolean,
): readonly ListRow[] {
  const rows: ListRow[] = [];
  for (const group of groups) {
    const isThisOpen = isOpen(group);
    rows.push({ type: "object", key: group.key, group, isOpen: isThisOpen });
    if (!isThisOpen) continue;
    const areAll = areAllShown(group) || group.versions.length <= FIRST_VERSIONS + 1;
    const shown = areAll ? group.versions : group.versions.slice(0, FIRST_VERSIONS);
    for (const version of shown) {
      rows.push({ type: "version", key: `${group.key}:${version.digest}`, group, version, isNamed: false });
    }
    const count = group.versions.length - shown.length;
    if (count > 0) rows.push({ type: "more", key: `${group.key}:more`, group, count });
  }
  return rows;
}

/** Returns one row for each version, in the service's order. */
export function versionRows(versions: readonly ObjectVersion[], groups: readonly ObjectGroup[]): readonly ListRow[] {
  const byKey = new Map(groups.map((group) => [group.key, group]));
  const listedVersions = new Set(groups.flatMap((group) => group.versions));
  return versions.flatMap((version) => {
    const group = byKey.get(objectKeyText(keyOf(version)));
    if (!group || !listedVersions.has(version)) return [];
    return [{ type: "version" as const, key: `${group.key}:${version.digest}`, group, version, isNamed: true }];
  });
}
