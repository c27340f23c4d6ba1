import { callOperation } from "@/lib/api/client/service-client";
import type { QuestionMessage } from "@/lib/ask/query-question";
import { readChoices } from "@/lib/completion/answer-choices";
import { isMembers } from "@/lib/json/value/members";
import type { Workspace } from "@/lib/workspace/workspace";

/** The provider reported a failure, or refused to answer. */
class ProviderAnswerError extends Error {
  override readonly name = "ProviderAnswer";
}

function failureIn(response: Readonly<Record<string, unknown>>): string | null {
  const { error } = response;
  if (error === undefined || error === null) return null;
  if (typeof error === "string") return error;
  return isMembers(error) && typeof error.message === "string" ? error.message : "The provider reported an error.";
}

/**
 * Sends a question to a model through the workspace's service. It is not stored as a call of the project.
 *
 * @throws RequestFailure, ProviderAnswerError
 */
export async function completeQuestion(
  { connectionId, projectId }: Workspace,
  model: string,
  messages: readonly QuestionMessage[],
  signal: AbortSignal,
): Promise<string> {
  const inputs = { model, messages: messages.map((message) => ({ ...message })) };
  const body = { project_id: projectId, inputs, track_llm_call: false };
  const { response } = await callOperation(connectionId, "completions.create", { body, signal, isLong: true });
  const failure = failureIn(response);
  if (failure !== null) throw new ProviderAnswerError(`The provider failed: ${failure}`);
  const [choice] = readChoices(response);
  if (choice?.refusal) throw new ProviderAnswerError(`The model refused: ${choice.refusal}`);
  return choice?.text ?? "";
}
