import type { Response as UpstreamResponse } from "undici";
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

/**
 * Checks that a response can be data.
 *
 * @throws RequestFailedError for a failure, and for a web page where data was expected.
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
  noteOffered(dashboard, call);
}
