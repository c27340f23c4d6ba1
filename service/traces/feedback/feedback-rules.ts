import type { InputOf } from "@/lib/api/contract/operations";
import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import { parseRef } from "@/service/kernel/json/refs";
import { emojiAlias, isOneEmoji, withoutTone } from "./emoji";

export type FeedbackRequest = InputOf<"feedback.create">["body"];

/** Members that a reader of the feedback needs and that the service adds to the payload. */
export type AddedToPayload = Readonly<Record<string, string>>;

const MAX_NOTE_LENGTH = 1024;
const ANNOTATION_PREFIX = "wandb.annotation.";
const RUNNABLE_PREFIX = "wandb.runnable.";

/**
 * Checks feedback against the rules of its type; a type without rules accepts anything except refs.
 * @throws InvalidRequestError naming the invalid member
 */
export function checkFeedback(request: FeedbackRequest): AddedToPayload {
  const { feedback_type: type } = request;
  if (request.weave_ref === "")
    throw new InvalidRequestError("weave_ref must be the ref of the object or call that the feedback is about.");
  const isAnnotation = type.startsWith(ANNOTATION_PREFIX);
  const isRunnable = type.startsWith(RUNNABLE_PREFIX);
  if (!isAnnotation) rejectRefs(request, ["annotation_ref"]);
  if (!isRunnable) rejectRefs(request, ["runnable_ref", "call_ref", "trigger_ref"]);
  if (isAnnotation) checkAnnotation(request, type.slice(ANNOTATION_PREFIX.length));
  if (isRunnable) checkRunnable(request, type.slice(RUNNABLE_PREFIX.length));
  if (type === "wandb.note.1") checkNote(request.payload);
  return type === "wandb.reaction.1" ? checkReaction(request.payload) : {};
}

function rejectRefs(
  request: FeedbackRequest,
  members: readonly ("annotation_ref" | "runnable_ref" | "call_ref" | "trigger_ref")[],
): void {
  for (const member of members) {
    if (request[member])
      throw new InvalidRequestError(`${member} is not allowed in feedback of type ${request.feedback_type}.`);
  }
}

function checkReaction({ emoji }: FeedbackRequest["payload"]): AddedToPayload {
  if (typeof emoji !== "string" || !isOneEmoji(emoji)) {
    throw new InvalidRequestError("payload.emoji of a reaction must be exactly one emoji.");
  }
  const detoned = withoutTone(emoji);
  return { alias: emojiAlias(emoji), detoned, detoned_alias: emojiAlias(detoned) };
}

function checkNote({ note }: FeedbackRequest["payload"]): void {
  const length = typeof note === "string" ? [...note].length : 0;
  if (length < 1 || length > MAX_NOTE_LENGTH) {
    throw new InvalidRequestError(`payload.note must be a string of 1 to ${MAX_NOTE_LENGTH} characters.`);
  }
}

function checkAnnotation({ project_id, annotation_ref, payload }: FeedbackRequest, name: string): void {
  const ref = parseRef(annotation_ref ?? "");
  if (ref?.kind !== "object" || ref.name !== name) {
    throw new InvalidRequestError(
      `annotation_ref must be the ref of a version of the object "${name}" that the type names.`,
    );
  }
  // A key that may write to this project may lack read access to the other.
  if (ref.project !== project_id) throw new InvalidRequestError("annotation_ref must be in the same project.");
  if (payload.value === undefined) throw new InvalidRequestError("payload.value of an annotation is missing.");
}

function checkRunnable({ runnable_ref, call_ref, trigger_ref, payload }: FeedbackRequest, name: string): void {
  const ref = parseRef(runnable_ref ?? "");
  if ((ref?.kind !== "object" && ref?.kind !== "op") || ref.name !== name) {
    throw new InvalidRequestError(
      `runnable_ref must be the ref of a version of the object or op "${name}" that the type names.`,
    );
  }
  if (ref.kind === "op" && !call_ref) throw new InvalidRequestError("call_ref is missing: the runnable is an op.");
  if (call_ref && parseRef(call_ref)?.kind !== "call")
    throw new InvalidRequestError("call_ref must be the ref of a call.");
  if (trigger_ref && parseRef(trigger_ref) === null) throw new InvalidRequestError("trigger_ref must be a ref.");
  if (payload.output === undefined) throw new InvalidRequestError("payload.output of a runnable is missing.");
}
