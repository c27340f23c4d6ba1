import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import { FeedbackMaker } from "@/service/traces/feedback/feedback-maker";
import type { Handler } from "@/service/traces/handlers/handler";
import { findFeedback } from "@/service/traces/store/feedback/stored-feedback";

/**
 * Deletes feedback and adds new feedback with the rules of `createFeedback`. Both are one write: when the new feedback
 * breaks a rule, the old one stays.
 */
export const replaceFeedback: Handler<"feedback.replace"> = async ({ body }, context) => {
  const { feedback_id: replacedId, ...request } = body;
  const { project_id } = request;
  if (request.id === replacedId) {
    throw new InvalidRequestError("id must differ from feedback_id: the id of deleted feedback cannot be used again.");
  }
  const maker = await FeedbackMaker.open(context, [request]);
  const answer = await maker.make(request, context.bodyText);
  const replaced = await findFeedback(context.store, project_id, [replacedId], context.signal);
  await context.feedback.write([...maker.rows, ...replaced.map((key) => ({ project_id, ...key, is_purged: 1 }))]);
  return answer;
};
