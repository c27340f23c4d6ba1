import { labelNamesOf } from "@/app/(dashboard)/[workspace]/objects/marks/prepare-labels";
import type { CallFigures, CallsFiguresResult } from "@/lib/api/contract/calls/call-stats";
import type { ScoreFigures, ScoresFiguresResult } from "@/lib/api/contract/calls/score-figures";
import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import type { RequestOf } from "@/lib/api/contract/operations";
import { formatShortShare } from "@/lib/format/share";
import { callsOfVersions, digestOfGroup, type Span, type VersionsOfObject } from "@/lib/object/version-figures";
import { scoreText } from "@/lib/score/score-text";

/** Returns the request that counts the calls of one version, which every service takes. */
export function countRequest(
  object: VersionsOfObject,
  version: ObjectVersion,
  { fromMs, toMs }: Span,
): RequestOf<"calls.queryStats"> {
  const started = { $getField: "started_at" };
  const bounds = [
    ...(fromMs === null ? [] : [{ $gte: [started, { $literal: fromMs / 1000 }] as const }]),
    ...(toMs === null ? [] : [{ $not: [{ $gt: [started, { $literal: toMs / 1000 }] }] as const }]),
  ];
  return {
    ...callsOfVersions({ ...object, versions: [version] }),
    ...(bounds.length === 0 ? {} : { query: { $expr: { $and: bounds } } }),
  } as RequestOf<"calls.queryStats">;
}

/** A score of one version: `0.82`, the mean of 12 calls. */
interface VersionScore {
  readonly text: string;
  readonly what: string;
  readonly callCount: number;
}

/** A version with the figures of its calls. */
export interface VersionRow {
  readonly version: ObjectVersion;
  readonly label: string;
  readonly aliases: readonly string[];
  readonly tags: readonly string[];
  /** Null where a service returns no figures, only counts of calls. */
  readonly figures: CallFigures | null;
  /** In the order of the columns; null for a version without values. */
  readonly scores: readonly (VersionScore | null)[];
}

/** The rows of the table, and the names of the scores that at least one version has. */
export interface VersionTable {
  readonly rows: readonly VersionRow[];
  readonly scoreFields: readonly string[];
  /** True when no call in the range referenced a version. */
  readonly isUnused: boolean;
}

/** Combines the versions with their figures and scores; a version without calls has zeros. */
export function versionTable(
  versions: readonly ObjectVersion[],
  figures: Pick<CallsFiguresResult, "groups">,
  scores: Pick<ScoresFiguresResult, "scores"> | null,
): VersionTable {
  const byDigest = new Map(figures.groups[0]?.values.map((value) => [digestOfGroup(value.value), value]) ?? []);
  const shown = (scores?.scores ?? []).filter(({ groups }) => groups.some(({ value }) => value !== null));
  const rows = versions.map((version): VersionRow => {
    const { aliases, tags } = labelNamesOf(version);
    return {
      version,
      label: `v${version.version_index}`,
      aliases,
      tags,
      figures: byDigest.get(version.digest) ?? null,
      scores: shown.map(({ groups }) => {
        const group = groups.find(({ value }) => digestOfGroup(value) === version.digest);
        return group === undefined ? null : scoreOf(group);
      }),
    };
  });
  return {
    rows,
    scoreFields: shown.map(({ field }) => field),
    isUnused: rows.every((row) => (row.figures?.call_count ?? 0) === 0),
  };
}

/** The mean of numbers; the share of true for booleans, where there are more of them. */
function scoreOf(figures: ScoreFigures): VersionScore | null {
  const { mean, number_count: numbers, true_count: trues, false_count: falses } = figures;
  const booleans = trues + falses;
  if (numbers === 0 && booleans === 0) return null;
  if (mean !== null && numbers >= booleans) return { text: scoreText(mean), what: "Mean of", callCount: numbers };
  return { text: formatShortShare(trues / booleans), what: "True for this share of", callCount: booleans };
}

/** Returns the address of the form for an evaluation of these versions. */
export function evaluateHref(slug: string, objectId: string, versions: readonly ObjectVersion[]): string {
  const search = new URLSearchParams();
  const oldestFirst = versions.toSorted((left, right) => left.version_index - right.version_index);
  for (const { digest } of oldestFirst) search.append("prompt", `${objectId}:${digest}`);
  return `/${slug}/evaluations/new?${search}`;
}
