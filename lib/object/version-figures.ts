import type { ProjectScore } from "@/lib/api/contract/feedback/scores";
import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import type { RequestOf } from "@/lib/api/contract/operations";
import type { ObjectKey } from "./object-key";
import { objectRef } from "./object-ref";

/** Limit of the versions with figures: the service returns at most as many groups. */
export const MAX_VERSIONS = 200;

/** Limit of the groups of score figures; versions with fewer scored calls are then left out. */
const MAX_SCORE_GROUPS = 50;

/** Scores that have a column. */
const MAX_SCORES = 6;

/** The start and end of the calls that count; null for an open end. */
export interface Span {
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

export interface VersionsOfObject {
  readonly projectId: string;
  readonly object: ObjectKey;
  /** Newest first. */
  readonly versions: readonly ObjectVersion[];
}

/** Returns the newest live versions, as many as figures are read of. */
export function countedVersions(versions: readonly ObjectVersion[]): readonly ObjectVersion[] {
  return versions
    .filter(({ deleted_at: deletedAt }) => !deletedAt)
    .toSorted((left, right) => right.version_index - left.version_index)
    .slice(0, MAX_VERSIONS);
}

/** The calls of versions of an op; otherwise the calls whose inputs reference one of the versions. */
export function callsOfVersions({ projectId, object, versions }: VersionsOfObject) {
  const refs = versions.map(({ digest }) => objectRef(projectId, object, digest));
  return { project_id: projectId, filter: object.kind === "op" ? { op_names: refs } : { input_refs: refs } };
}

/** The service's name of the versions that calls are grouped by. */
const groupOf = ({ kind, id }: ObjectKey) => (kind === "op" ? "op_name" : `input_object.${id}`);

/** The digest in a value of that group: an op's calls are grouped by its whole ref. */
export const digestOfGroup = (value: string | null) =>
  value === null ? null : value.slice(value.lastIndexOf(":") + 1);

/** Returns the request for the figures of all versions. */
export function figuresRequest(object: VersionsOfObject, { fromMs, toMs }: Span): RequestOf<"calls.stats"> {
  return {
    ...callsOfVersions(object),
    after: iso(fromMs),
    before: iso(toMs),
    groups: [{ by: groupOf(object.object), limit: MAX_VERSIONS }],
  };
}

/** Returns the request for the scores of all versions; null when the project has none. */
export function scoresRequest(
  object: VersionsOfObject,
  scores: readonly ProjectScore[],
  { fromMs, toMs }: Span,
): RequestOf<"scores.figures"> | null {
  const fields = scores
    .filter(({ kind }) => kind === "number" || kind === "boolean")
    .slice(0, MAX_SCORES)
    .map(({ field }) => field);
  if (fields.length === 0) return null;
  return {
    ...callsOfVersions(object),
    after: iso(fromMs),
    before: iso(toMs),
    fields,
    by: groupOf(object.object),
    limit: MAX_SCORE_GROUPS,
  };
}
