import type { Handler } from "@/service/http/handler";
import { FeedbackMaker } from "@/service/operations/feedback-maker";

/**
 * Adds feedback. The payload of the answer is empty unless the service added to it. Feedback that is sent again with
 * the same id is stored once.
 */
export const createFeedback: Handler<"feedback.create"> = async ({ body }, context) => {
  const maker = await FeedbackMaker.open(context, [body]);
  const answer = await maker.make(body, context.bodyText);
  await context.feedback.write(maker.rows);
  return answer;
};
