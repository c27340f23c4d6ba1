import { callOperation } from "@/lib/api/client/service-client";
import { objectRef } from "@/lib/object/object-ref";
import { type QuestionDraft, specOf } from "@/lib/review/question-draft";
import type { Workspace } from "@/lib/workspace/workspace";

/** Publishes the question of a valid draft in a project, and returns its ref. */
export async function publishQuestion(
  { connectionId, projectId }: Pick<Workspace, "connectionId" | "projectId">,
  draft: QuestionDraft,
): Promise<string> {
  const { name, val } = specOf(draft);
  const body = { obj: { project_id: projectId, object_id: name, val } };
  const { digest } = await callOperation(connectionId, "obj.create", { body });
  return objectRef(projectId, { kind: "object", id: name }, digest);
}
