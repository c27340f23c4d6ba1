import { FeedbackMaker } from "@/service/traces/feedback/feedback-maker";
import type { Handler } from "@/service/traces/handlers/handler";

/**
 * Adds feedback. The payload of the response is empty unless the service added to it. Feedback that is sent again with
 * the same id is stored once.
 */
export const createFeedback: Handler<"feedback.create"> = async ({ body }, context) => {
  const maker = await FeedbackMaker.open(context, [body]);
  const answer = await maker.make(body, context.bodyText);
  await context.feedback.write(maker.rows);
  return answer;
};
