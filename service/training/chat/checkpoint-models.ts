import type { ResultOf } from "@/lib/api/contract/operations";
import { InvalidRequestError } from "@/service/errors/service-errors";
import { BuiltInModels, UnanswerableRequest } from "@/trainer/chat/built-in-models";
import type { CheckpointRequest } from "./checkpoint-request";

/**
 * Answers chat completions from checkpoints of the built-in trainer: the only place where the service runs them itself.
 */
export class CheckpointModels {
  readonly #models: BuiltInModels;

  /** @param folder where base models are stored */
  constructor(folder: string) {
    this.#models = new BuiltInModels(folder);
  }

  /** The base models of the built-in trainer. */
  get baseModels(): readonly string[] {
    return this.#models.baseModels;
  }

  /** True when checkpoints of a base model can run here. */
  canRun(baseModel: string): boolean {
    return this.#models.canRun(baseModel);
  }

  /**
   * @throws InvalidRequestError for another base model or an unsupported member, the signal's reason when the client
   * disconnected
   */
  async complete(request: CheckpointRequest, signal: AbortSignal): Promise<ResultOf<"chat.complete">> {
    try {
      return await this.#models.complete(request, signal);
    } catch (error) {
      if (error instanceof UnanswerableRequest) throw new InvalidRequestError(error.message);
      throw error;
    }
  }
}
