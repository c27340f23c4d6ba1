import type { ObjectVersion } from "@/lib/api/contract/objects/objects";

/** An entry of the timeline: a version, or a range of deleted version numbers. */
export type TimelineEntry =
  | { readonly type: "version"; readonly version: ObjectVersion }
  | { readonly type: "deleted"; readonly from: number; readonly to: number };

const byNewest = (left: ObjectVersion, right: ObjectVersion) => right.version_index - left.version_index;

/**
 * Returns the timeline, newest first. Numbers never change, so a gap between them means deleted versions.
 *
 * @param isWhole whether all versions are loaded; gaps mean nothing before
 */
export function versionTimeline(versions: readonly ObjectVersion[], isWhole: boolean): readonly TimelineEntry[] {
  const entries: TimelineEntry[] = [];
  const sorted = [...versions].sort(byNewest);
  sorted.forEach((version, index) => {
    entries.push({ type: "version", version });
    const next = sorted[index + 1]?.version_index ?? -1;
    const to = version.version_index - 1;
    if (isWhole && to > next) entries.push({ type: "deleted", from: next + 1, to });
  });
  return entries;
}

const NUMBER = /^v(\d+)$/;

/** Returns the version for a name: a digest, `latest`, `v` and a number, or an alias. */
export function findVersion(versions: readonly ObjectVersion[], name: string): ObjectVersion | undefined {
  if (name === "latest") return versions.find((version) => version.is_latest === 1) ?? [...versions].sort(byNewest)[0];
  const index = NUMBER.exec(name)?.[1];
  const exact = versions.find(
    ({ digest, version_index }) => digest === name || (index !== undefined && version_index === Number(index)),
  );
  return exact ?? versions.find(({ aliases }) => aliases?.includes(name));
}

/** Returns the next existing version that is older (`-1`) or newer (`1`). */
export function adjacentVersion(
  versions: readonly ObjectVersion[],
  of: ObjectVersion,
  by: 1 | -1,
): ObjectVersion | undefined {
  const sorted = [...versions].sort(byNewest);
  const at = sorted.findIndex((version) => version.digest === of.digest);
  return at < 0 ? undefined : sorted[at - by];
}

/** Names of the two compared versions; null when there is none to compare with. */
export interface Sides {
  readonly a: string | null;
  readonly b: string | null;
}

/**
 * Returns the sides of the comparison: those that were set; otherwise B is the selected version and A the previous one.
 * The first version is compared with the next, since there is none before it.
 */
export function comparedVersions(
  versions: readonly ObjectVersion[],
  chosen: { readonly version: string | null; readonly a: string | null; readonly b: string | null },
): Sides {
  const nameOf = (name: string) => findVersion(versions, name)?.digest ?? name;
  const selected = nameOf(chosen.version ?? "latest");
  const a = chosen.a === null ? null : nameOf(chosen.a);
  const b = chosen.b === null ? null : nameOf(chosen.b);
  if (a !== null) return { a, b: b ?? selected };
  const right = b ?? selected;
  const version = findVersion(versions, right);
  if (!version) return { a: null, b: right };
  const older = adjacentVersion(versions, version, -1);
  if (older || b !== null) return { a: older?.digest ?? null, b: right };
  const newer = adjacentVersion(versions, version, 1);
  return newer ? { a: right, b: newer.digest } : { a: null, b: right };
}

/** `v3`, or the beginning of a digest that no loaded version has. */
export function versionLabel(versions: readonly ObjectVersion[], name: string): string {
  const version = findVersion(versions, name);
  if (version) return `v${version.version_index}`;
  return name === "latest" || NUMBER.test(name) ? name : shortVersionDigest(name);
}

/** The beginning of a digest, long enough to distinguish versions. */
export function shortVersionDigest(digest: string): string {
  return digest.length > 12 ? digest.slice(0, 8) : digest;
}
