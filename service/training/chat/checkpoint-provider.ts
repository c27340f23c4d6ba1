import { chatCompletionCreate } from "@/lib/api/contract/training/models";
import { ServiceError } from "@/service/kernel/errors/service-errors";
import type { BuiltInModelSource, CompletionAccess } from "@/service/kernel/providers/built-in-model-source";
import type { Provider } from "@/service/kernel/providers/provider";
import { artifactAddress } from "@/service/training/models/artifact-name";
import { listModels } from "@/service/training/models/trained-models";
import { type CheckpointPlaces, chatRequest } from "./chat-request";
import type { CheckpointModels } from "./checkpoint-models";

/** The number of newest models and checkpoints that are listed; any other can still be named. */
const MAX_MODELS = 50;
const MAX_CHECKPOINTS = 20;

/** The sources of checkpoints, and the models that run them. */
interface AnsweringTraining extends CheckpointPlaces {
  readonly checkpointModels: CheckpointModels;
}

type Answer = (path: string, body: unknown, signal: AbortSignal) => Promise<Response>;

/** Newest first: the model itself, which is its newest checkpoint, then each of its checkpoints. */
async function modelNames(
  { state, checkpointModels }: AnsweringTraining,
  { identity }: CompletionAccess,
): Promise<string[]> {
  const selection = { projects: identity.projects, after: null, limit: MAX_MODELS, order: "desc" } as const;
  const models = (await listModels(state, selection)).slice(0, MAX_MODELS);
  const runnable = models.filter(({ base_model }) => checkpointModels.canRun(base_model));
  if (runnable.length === 0) return [];
  const checkpoints = await state
    .selectFrom("checkpoint")
    .select(["model_id", "step"])
    .where("deleted_at", "is", null)
    .where(
      "model_id",
      "in",
      runnable.map(({ id }) => id),
    )
    .orderBy("step", "desc")
    .execute();
  return runnable.flatMap((model) => {
    const address = artifactAddress(model);
    const own = checkpoints.filter(({ model_id }) => model_id === model.id).slice(0, MAX_CHECKPOINTS);
    return [address, ...own.map(({ step }) => `${address}:step${step}`)];
  });
}

/** Answers the requests of a provider's client, as OpenAI's servers would. */
function answerAs(training: AnsweringTraining, access: CompletionAccess): Answer {
  return async (path, body, signal) => {
    if (path.endsWith("/models")) {
      const data = (await modelNames(training, access)).map((id) => ({ id, object: "model" }));
      return Response.json({ object: "list", data });
    }
    const request = chatCompletionCreate.parse(body);
    return await training.checkpointModels.respond(await chatRequest(training, request, access), signal);
  };
}

/** Answers without a network, and returns failures as a provider's responses. */
function localFetch(answer: Answer): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const body: unknown = typeof init?.body === "string" ? JSON.parse(init.body) : null;
    try {
      return await answer(url.pathname, body, init?.signal ?? new AbortController().signal);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return Response.json({ error: { message: error.message } }, { status: error.status });
    }
  };
}

/** The checkpoints of this service as a provider, so that completions and the playground can use them. */
export function checkpointModels(training: AnsweringTraining): BuiltInModelSource {
  return {
    provider: (access): Provider => ({
      name: "checkpoints",
      title: "Checkpoints of this service",
      baseUrl: "http://checkpoints.invalid/v1",
      apiKey: null,
      keyVariable: null,
      models: /^wandb-artifact:\/\/\//,
      hasStreamOptions: true,
      isLocal: true,
      extraHeaders: {},
      apiVersion: null,
      fetch: localFetch(answerAs(training, access)),
    }),
  };
}
