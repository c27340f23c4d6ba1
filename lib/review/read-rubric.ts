import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import { parseRefTarget } from "@/lib/object/object-ref";
import { type Question, readQuestion } from "./rubric";

/** The questions of a queue, and the refs of those that no longer exist. */
export interface ObjectsOfRubric {
  readonly questions: readonly Question[];
  readonly missing: readonly string[];
}

interface ProjectAddress {
  readonly connectionId: string;
  readonly projectId: string;
  readonly signal: AbortSignal;
}

/**
 * Reads the versions of a rubric, in order.
 *
 * @throws RequestFailure when one cannot be read although it may exist
 */
export async function readRubric(address: ProjectAddress, refs: readonly string[]): Promise<ObjectsOfRubric> {
  const found = await Promise.all(refs.map((ref) => readVersion(address, ref)));
  return {
    questions: found.flatMap((question) => question ?? []),
    missing: refs.filter((_, index) => found[index] === null),
  };
}

async function readVersion({ connectionId, projectId, signal }: ProjectAddress, ref: string): Promise<Question | null> {
  const target = parseRefTarget(ref);
  if (target?.type !== "object") return null;
  const body = { project_id: projectId, object_id: target.key.id, digest: target.digest };
  try {
    const { obj } = await callOperation(connectionId, "obj.read", { body, signal });
    // A queue names one version, which answers refer to as well.
    return { ...readQuestion(projectId, obj), ref };
  } catch (error) {
    // A deleted version: the other questions can still be answered.
    if (failureOf(error).kind === "not-found") return null;
    throw error;
  }
}
