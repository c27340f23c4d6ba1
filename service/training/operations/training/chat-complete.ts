import type { Handler } from "@/service/traces/handlers/handler";
import { LiveEvents } from "@/service/traces/handlers/live-events";
import { RawJson } from "@/service/traces/handlers/raw-json";
import { chatRequest } from "@/service/training/chat/chat-request";
import type { Training } from "@/service/training/open-training";

/** Answers from a checkpoint, if its base model can run here or on a model server; otherwise the error says so. */
export function completeChatHandler(training: Training): Handler<"chat.complete"> {
  return async ({ body }, context) => {
    const request = await chatRequest(training, body, context);
    const response = await training.checkpointModels.respond(request, context.signal);
    return response.body && response.headers.get("content-type")?.includes("event-stream")
      ? new LiveEvents(response.body)
      : new RawJson(await response.text());
  };
}
