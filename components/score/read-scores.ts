import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import type { ScoredSubject, SubjectScore } from "@/lib/api/contract/feedback/scores";
import type { RequestOf } from "@/lib/api/contract/operations";

/** What a request needs to find a project's data. */
export interface ProjectAddress {
  readonly connectionId: string;
  readonly projectId: string;
}

type Subjects = Omit<RequestOf<"scores.read">, "project_id">;
export type ScoreEntries = readonly (readonly [string, readonly SubjectScore[]])[];

/** Connections that do not read scores: no further requests are sent to them. */
const withoutScores = new Set<string>();

/**
 * Reads the scores of calls or threads, an entry for each requested one, also without scores.
 * @throws RequestFailure unless the service does not read scores
 */
export async function readScores(
  { connectionId, projectId }: ProjectAddress,
  subjects: Subjects,
  signal: AbortSignal,
): Promise<ScoreEntries> {
  const requested = [...(subjects.call_ids ?? []), ...(subjects.thread_ids ?? [])];
  const found = withoutScores.has(connectionId)
    ? []
    : await askScores(connectionId, { ...subjects, project_id: projectId }, signal);
  const byId = new Map<string, readonly SubjectScore[]>(requested.map((id) => [id, []]));
  for (const { id, scores } of found) byId.set(id, scores);
  return [...byId];
}

async function askScores(
  connectionId: string,
  body: RequestOf<"scores.read">,
  signal: AbortSignal,
): Promise<readonly ScoredSubject[]> {
  try {
    const { calls, threads } = await callOperation(connectionId, "scores.read", { body, signal });
    return [...calls, ...threads];
  } catch (error) {
    if (failureOf(error).kind !== "unsupported") throw error;
    withoutScores.add(connectionId);
    return [];
  }
}
