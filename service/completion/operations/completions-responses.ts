import { parseJson, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { RESPONSES_OP } from "@/service/completion/budgets/completion-ops";
import { ProviderFailure } from "@/service/completion/provider-client";
import { openResponse, readWhole, sumEvents } from "@/service/completion/provider-response";
import { withModel } from "@/service/completion/response-request";
import { failureOfResponse } from "@/service/completion/response-sum";
import { attributesOf, STOPPED_MESSAGE, TrackedCompletion } from "@/service/completion/tracked-completion";
import { unknownModelMessage } from "@/service/completion/unknown-model-message";
import { requireProjectAccess } from "@/service/kernel/access/require-project-access";
import { InvalidRequestError, NotFoundError, ProviderError } from "@/service/kernel/errors/service-errors";
import type { Handler, HandlerContext } from "@/service/traces/handlers/handler";
import { LiveEvents } from "@/service/traces/handlers/live-events";
import { RawJson } from "@/service/traces/handlers/raw-json";

/**
 * Passes a request to the model's provider, and its response or its events to the client, unchanged. The call is
 * stored like that of a completion.
 */
export const createResponse: Handler<"completions.responses"> = async ({ body }, context) => {
  const { providers, identity, bodyText, signal, calls } = context;
  const chosen = providers.choose(body.model, context);
  if (!chosen) throw new NotFoundError(unknownModelMessage(body.model, providers));
  const { provider, model } = chosen;
  if (provider.fetch) {
    throw new InvalidRequestError(
      `${provider.title} do not have the Responses API. POST /v1/chat/completions takes the same model.`,
    );
  }
  const projectId = projectOf(context);
  const endUser = typeof body.user === "string" ? body.user : null;
  await context.spending.require({ projectId, model, userId: identity.userId, endUser }, signal);
  const tracked = new TrackedCompletion(calls, {
    projectId,
    userId: identity.userId,
    inputsText: bodyText,
    model,
    opName: RESPONSES_OP,
    ...attributesOf(null, endUser),
  });
  try {
    const response = await openResponse(provider, withModel(bodyText, model), signal);
    if (response.body && response.headers.get("content-type")?.includes("event-stream")) {
      const [toClient, toRecord] = response.body.tee();
      const recorded = sumEvents(toRecord, provider, signal).then(async ({ output, exception }) =>
        tracked.end(stringifyJson(output), output.usage, exception),
      );
      // The reader of the events waits for it; without a reader it must not be "unhandled".
      recorded.catch(() => undefined);
      return new LiveEvents(streamOf(eventsUntil(toClient, recorded)));
    }
    const [text] = await Promise.all([readWhole(response, provider, signal), tracked.stored]);
    const answer = parseJson(text) as Readonly<Record<string, unknown>>;
    await tracked.end(text, answer.usage, failureOfResponse(answer));
    return new RawJson(text);
  } catch (error) {
    const isOfProvider = error instanceof ProviderFailure;
    const message = isOfProvider ? error.message : STOPPED_MESSAGE;
    await tracked.end(stringifyJson({ error: message }), undefined, message);
    throw isOfProvider ? new ProviderError(message, error.status) : error;
  }
};

function streamOf(chunks: AsyncGenerator<Uint8Array, void, void>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel() {
      // Ends once the provider's stream has ended, which the aborted request does. No one reads a failure of it.
      chunks.return().catch(() => undefined);
    },
  });
}

/** The stream ends after its call is stored, so that a client that reads the call then finds it finished. */
async function* eventsUntil(
  events: ReadableStream<Uint8Array>,
  recorded: Promise<void>,
): AsyncGenerator<Uint8Array, void, void> {
  try {
    yield* events;
  } finally {
    await recorded;
  }
}

/**
 * The project of the call.
 * @throws InvalidRequestError when none is named, ForbiddenError when the key may not use it
 */
function projectOf({ header, identity, imports, note }: HandlerContext): string {
  const named = header("openai-project");
  const [own, ...others] = identity.projects ?? [];
  const projectId = named ?? (others.length === 0 ? own : undefined);
  if (projectId === undefined || !/^[^/]+\/[^/]+$/.test(projectId)) {
    throw new InvalidRequestError(
      "Name the project of the call as entity/project in the header OpenAI-Project: the argument `project` of OpenAI's clients.",
    );
  }
  requireProjectAccess(identity, [projectId]);
  imports.requireWhole([projectId]);
  note({ projects: [projectId] });
  return projectId;
}
