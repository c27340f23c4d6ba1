import type { Handler } from "@/service/handlers/handler";
import { chatRequest } from "@/service/training/chat/chat-request";
import { completionEvents } from "@/service/training/chat/completion-events";
import type { Training } from "@/service/training/open-training";

/**
 * Answers from a checkpoint, by whatever can run its base model; without that it says so. A client that asked for a
 * stream gets the whole answer as events: an answer is only known to be text, and not a tool's call, at its end.
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
