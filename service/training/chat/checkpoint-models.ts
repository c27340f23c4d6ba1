import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import type { ServerPool } from "@/service/training/server/server-pool";
import { BuiltInModels, UnanswerableRequest } from "@/trainers/built-in/chat/built-in-models";
import type { CheckpointRequest } from "./checkpoint-request";
import { completionEvents } from "./completion-events";
import { respondFromServer } from "./server-response";

/**
 * Answers chat completions from checkpoints: those of the built-in trainer in this process, all others from the model
 * server that HEDDLE_SERVER starts.
 */
export class CheckpointModels {
  readonly #models: BuiltInModels;

  /**
   * @param folder where base models are stored
   * @param servers null where HEDDLE_SERVER is not set
   */
  constructor(
    folder: string,
    readonly servers: ServerPool | null,
  ) {
    this.#models = new BuiltInModels(folder);
  }

  /** The base models of the built-in trainer. */
  get baseModels(): readonly string[] {
    return this.#models.baseModels;
  }

  /** True when checkpoints of a base model run in this process. */
  isBuiltIn(baseModel: string): boolean {
    return this.#models.canRun(baseModel);
  }

  /** True when checkpoints of a base model can answer. */
  canRun(baseModel: string): boolean {
    return this.isBuiltIn(baseModel) || this.servers !== null;
  }

  /** Why checkpoints of a base model cannot answer, as one sentence and what to do. */
  cannotRunText(baseModel: string): string {
    return `This service cannot run checkpoints of ${baseModel}, only those of ${this.baseModels.join(" and ")}. Set HEDDLE_SERVER to a command that serves them, and restart the service.`;
  }

  /**
   * Responds as OpenAI's servers do: JSON, or events where the request asks for a stream.
   *
   * @throws InvalidRequestError for a base model that cannot run or an unsupported member, ServerUnavailableError and
   * ProviderError where a model server fails, the signal's reason when the client disconnected
   */
  async respond(request: CheckpointRequest, signal: AbortSignal): Promise<Response> {
    const { baseModel } = request;
    if (this.isBuiltIn(baseModel)) return await this.#complete(request, signal);
    if (this.servers === null) throw new InvalidRequestError(this.cannotRunText(baseModel));
    return await respondFromServer(this.servers, request, signal);
  }

  /**
   * A client that requested a stream gets the whole answer as events: whether an answer is text or a tool call is only
   * known at its end.
   */
  async #complete(request: CheckpointRequest, signal: AbortSignal): Promise<Response> {
    const { stream, stream_options: options } = request.request;
    try {
      const completion = await this.#models.complete(request, signal);
      return stream === true
        ? new Response(completionEvents(completion, options?.include_usage === true), {
            headers: { "content-type": "text/event-stream" },
          })
        : new Response(stringifyJson(completion), { headers: { "content-type": "application/json" } });
    } catch (error) {
      if (error instanceof UnanswerableRequest) throw new InvalidRequestError(error.message);
      throw error;
    }
  }
}
