import type { Handler } from "@/service/handlers/handler";
import { chatRequest } from "@/service/training/chat/chat-request";
import { completionEvents } from "@/service/training/chat/completion-events";
import type { Training } from "@/service/training/open-training";

/**
 * Answers from a checkpoint, if its base model can run here; otherwise the error says so. A client that requested a
 * stream gets the whole answer as events: whether an answer is text or a tool call is only known at its end.
 */
export function completeChatHandler(training: Training): Handler<"chat.complete"> {
  return async ({ body }, context) => {
    const request = await chatRequest(training, body, context);
    const completion = await training.checkpointModels.complete(request, context.signal);
    return body.stream === true
      ? completionEvents(completion, body.stream_options?.include_usage === true)
      : completion;
  };
}
