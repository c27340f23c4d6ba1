import type { FileImport } from "@/scripts/checks/tree/source-tree";

const TEST = /\.test\.tsx?$/;

/** A test file, and over how many imports it reaches a changed file: 0 for a changed test. */
export interface RelatedTest {
  readonly file: string;
  readonly distance: number;
}

/** The test files that import a changed file, directly or over others: the nearest first. */
export function relatedTests(changed: readonly string[], imports: readonly FileImport[]): readonly RelatedTest[] {
  const importers = new Map<string, string[]>();
  for (const { from, to } of imports) importers.set(to, [...(importers.get(to) ?? []), from]);
  const distances = new Map(changed.map((file) => [file, 0]));
  // A map grows while it is read, in the order of distances.
  for (const [file, distance] of distances) {
    for (const importer of importers.get(file) ?? []) {
      if (!distances.has(importer)) distances.set(importer, distance + 1);
    }
  }
  return [...distances].flatMap(([file, distance]) => (TEST.test(file) ? [{ file, distance }] : []));
}

export interface Selection {
  readonly chosen: readonly string[];
  /** The related tests that did not fit. */
  readonly left: readonly string[];
}

/**
 * Chooses the nearest tests whose recorded times fit into a time; a changed test always. A test without a recorded time
 * counts as `unknownMs`.
 */
export function withinTime(
  related: readonly RelatedTest[],
  recordedMs: Readonly<Record<string, number>>,
  maxMs: number,
  unknownMs: number,
): Selection {
  const chosen: string[] = [];
  const left: string[] = [];
  let sumMs = 0;
  for (const { file, distance } of related) {
    const ms = recordedMs[file] ?? unknownMs;
    if (distance > 0 && sumMs + ms > maxMs) left.push(file);
    else {
      chosen.push(file);
      sumMs += ms;
    }
  }
  return { chosen, left };
}
