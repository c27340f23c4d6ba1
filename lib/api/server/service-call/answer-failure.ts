import type { Response as UpstreamResponse } from "undici";
import { readNames } from "@/lib/api/contract/operation/dialect";
import type { Operation } from "@/lib/api/contract/operation/operation";
import { type FailureFacts, RequestFailedError } from "@/lib/api/server/answer/request-failed-error";
import type { Dashboard } from "@/lib/api/server/dashboard/dashboard";
import { type Answer, readAnswer } from "@/lib/api/server/upstream/answer-kind";
import { redactor } from "@/lib/api/server/upstream/redact";
import {
  isBareFailure,
  notOffered,
  pageInsteadOfData,
  upstreamFailure,
} from "@/lib/api/server/upstream/upstream-failure";
import { isJsonObject } from "@/lib/guard/json-object";
import {
  askWhetherOffered,
  hasWorked,
  isAnswerOfAbsentPath,
  isAnswerToEverything,
  maySayAbsent,
  noteOffered,
  ownPath,
} from "./absent-answers";
import { isWebPage, type ServiceCall } from "./service-call";

/** True for an operation about one thing that may itself be missing, which many services answer as an unknown path. */
function namesOneThing({ id, example }: Operation): boolean {
  return example.params !== undefined || id === "obj.read" || id === "trainingJobs.create";
}

/** Whether a 404 of an operation of the interface means that the service lacks it. */
async function lacksCoreOperation(
  dashboard: Dashboard,
  call: ServiceCall,
  answer: Answer,
  requestId: string,
): Promise<boolean> {
  const isAbsentPath = isBareFailure(answer) || (await isAnswerOfAbsentPath(dashboard, call, answer, requestId));
  if (!isAbsentPath || !namesOneThing(call.operation)) return isAbsentPath;
  return (await askWhetherOffered(dashboard, call, requestId)) === "absent";
}

/**
 * Finds out from the service itself whether it lacks the operation that it refused: by the kind of its answer, not by its
 * words. A bare 404 of an extension always means so, unless the operation has worked before.
 */
async function lacksOperation(
  dashboard: Dashboard,
  call: ServiceCall,
  answer: Answer,
  requestId: string,
): Promise<boolean> {
  const { operation, target } = call;
  if (target.isLocal || !maySayAbsent(answer.status)) return false;
  if (hasWorked(dashboard, call)) return false;
  if (answer.status === 404) {
    if (operation.standing === "core") return await lacksCoreOperation(dashboard, call, answer, requestId);
    return isBareFailure(answer) || (await isAnswerOfAbsentPath(dashboard, call, answer, requestId));
  }
  // An operation of the interface is refused, or its address is wrong, more often than it is missing.
  if (operation.standing === "core" && answer.status >= 300) return false;
  return (
    (await isAnswerOfAbsentPath(dashboard, call, answer, requestId)) &&
    !(await isAnswerToEverything(dashboard, call, answer, requestId))
  );
}

/** Returns the failure that an unsuccessful response means, without any part of the credential. */
export async function failureOfAnswer(
  dashboard: Dashboard,
  call: ServiceCall,
  response: UpstreamResponse,
  requestId: string,
): Promise<FailureFacts> {
  const answer = await readAnswer(response, ownPath(call));
  const facts = upstreamFailure(response, answer, redactor(call.credential.secrets));
  return (await lacksOperation(dashboard, call, answer, requestId)) ? notOffered(facts) : facts;
}

/** How long the end of a short answer may take; a stream of events has not ended then. */
const SHORT_ANSWER_MS = 250;
const MAX_SHORT_LENGTH = 4 * 1024;

/** Reads a successful answer beside its reader, where it is short and ends at once; null otherwise. */
async function readShortAnswer(call: ServiceCall, response: UpstreamResponse): Promise<Answer | null> {
  if (Number(response.headers.get("content-length") ?? 0) > MAX_SHORT_LENGTH) return null;
  const timeUp = new Promise<null>((resolve) => setTimeout(resolve, SHORT_ANSWER_MS, null).unref());
  const answer = await Promise.race([readAnswer(response.clone(), ownPath(call)), timeUp]);
  return answer !== null && answer.text.length <= MAX_SHORT_LENGTH ? answer : null;
}

/** True for success without data: an empty answer, or an object that is empty, reports an error or is of another shape. */
function isWithoutData({ result }: Operation, { text }: Answer): boolean {
  if (text.trim() === "") return true;
  try {
    const value: unknown = JSON.parse(text);
    if (!isJsonObject(value) || Object.keys(value).length === 0 || "error" in value) return true;
    if (result.kind === "bytes") return false;
    const schema = result.kind === "jsonl" ? result.item : result.schema;
    return !schema.safeParse(readNames(schema, value)).success;
  } catch {
    // Several lines, or not JSON: the reader of the page says so.
    return false;
  }
}

/**
 * Some services answer paths that they do not have with success.
 *
 * @throws RequestFailedError when a short success is such an answer.
 */
async function requireOffered(
  dashboard: Dashboard,
  call: ServiceCall,
  response: UpstreamResponse,
  requestId: string,
): Promise<void> {
  const { operation, target } = call;
  if (operation.standing === "core" || target.isLocal || hasWorked(dashboard, call)) return;
  const answer = await readShortAnswer(call, response);
  if (answer === null || !isWithoutData(operation, answer)) return;
  if (!(await lacksOperation(dashboard, call, answer, requestId))) return;
  throw new RequestFailedError(notOffered(upstreamFailure(response, answer, redactor(call.credential.secrets))));
}

/**
 * Checks that a response can be data.
 *
 * @throws RequestFailedError for a failure, for a web page where data was expected, and for a success with which the
 *   service answers paths that it does not have.
 */
export async function requireData(
  dashboard: Dashboard,
  call: ServiceCall,
  response: UpstreamResponse,
  requestId: string,
): Promise<void> {
  if (!response.ok) throw new RequestFailedError(await failureOfAnswer(dashboard, call, response, requestId));
  if (isWebPage(response)) {
    const answer = await readAnswer(response.clone(), ownPath(call));
    const facts = pageInsteadOfData(answer, redactor(call.credential.secrets));
    if (await lacksOperation(dashboard, call, answer, requestId)) throw new RequestFailedError(notOffered(facts));
    // A stored file may be a web page.
    if (call.operation.result.kind !== "bytes") throw new RequestFailedError(facts);
  }
  await requireOffered(dashboard, call, response, requestId);
  noteOffered(dashboard, call);
}
