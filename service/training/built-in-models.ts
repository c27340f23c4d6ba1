import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { v7 as uuidv7 } from "uuid";
import type { ResultOf } from "@/lib/api/contract/operations";
import { InvalidRequest } from "@/service/http/errors";
import { baseModels, isBaseModel } from "@/service/trainer/base-model";
import { readBaseModel } from "@/service/trainer/base-model-cache";
import {
  answerChoice,
  BadQuestion,
  type ChatChoice,
  type ChatQuestion,
  readQuestion,
} from "@/service/trainer/chat-answer";
import { readCheckpoint } from "@/service/trainer/checkpoint-file";
import { promptBytes } from "@/service/trainer/conversation-bytes";
import type { LogLinearModel } from "@/service/trainer/log-linear-model";
import { readMessages } from "@/service/trainer/read-groups";
import type { SampledByte } from "@/service/trainer/sample-answer";
import { MODEL_FILE } from "@/service/trainer/train-job";
import type { CheckpointRequest } from "./checkpoint-request";

/** Models that are kept in memory, 17 MB each. */
const KEPT = 4;

/** Bytes that are sampled before others get a turn: well under a millisecond of work. */
const BYTES_PER_TURN = 32;

/** A part of an answer that grows: bytes as they are sampled, then the whole choice. */
export type AnswerPart =
  | { readonly kind: "byte"; readonly index: number; readonly sampled: SampledByte }
  | { readonly kind: "choice"; readonly choice: ChatChoice };

/** Answers chat completions from checkpoints of the built-in trainer, in this process. */
export class BuiltInModels {
  readonly #folder: string;
  readonly #models = new Map<string, Promise<LogLinearModel>>();

  /** @param folder where base models are kept */
  constructor(folder: string) {
    this.#folder = folder;
  }

  async complete(request: CheckpointRequest, signal: AbortSignal): Promise<ResultOf<"chat.complete">> {
    const choices: ChatChoice[] = [];
    let completionTokens = 0;
    const question = this.question(request);
    for await (const part of this.answer(request, question, signal)) {
      if (part.kind === "choice") choices.push(part.choice);
      else completionTokens += 1;
    }
    const promptTokens = this.promptLength(question);
    return {
      ...{ id: `chatcmpl-${uuidv7()}`, object: "chat.completion", created: Math.floor(Date.now() / 1_000) },
      model: request.request.model,
      choices: choices.map((choice) => ({ ...choice })),
      usage: {
        prompt_tokens: promptTokens,
        completion_tokens: completionTokens,
        total_tokens: promptTokens + completionTokens,
      },
    };
  }

  /** @throws InvalidRequest that names the member that cannot be taken */
  question({ request }: CheckpointRequest): ChatQuestion {
    try {
      return readQuestion(request);
    } catch (error) {
      if (error instanceof BadQuestion) throw new InvalidRequest(error.message);
      throw error;
    }
  }

  /** Bytes, which are this model's tokens. */
  promptLength({ messages }: ChatQuestion): number {
    return promptBytes(readMessages(messages)).length;
  }

  /** @throws InvalidRequest when the built-in models have no such base, the signal's reason when the client left */
  async *answer(request: CheckpointRequest, question: ChatQuestion, signal: AbortSignal): AsyncGenerator<AnswerPart> {
    const model = await this.#model(request);
    for (let index = 0; index < question.count; index += 1) {
      const answer = answerChoice(model, question, index);
      let next = answer.next();
      for (let count = 1; !next.done; count += 1) {
        yield { kind: "byte", index, sampled: next.value };
        if (count % BYTES_PER_TURN === 0) await setImmediate();
        signal.throwIfAborted();
        next = answer.next();
      }
      yield { kind: "choice", choice: next.value };
    }
  }

  #model({ baseModel, path }: CheckpointRequest): Promise<LogLinearModel> {
    if (!isBaseModel(baseModel)) {
      throw new InvalidRequest(
        `Nothing in this service can run the base model ${baseModel}; what it can run is ${baseModels.join(" and ")}. Serve the checkpoint's files with a model server and add that as a provider.`,
      );
    }
    const key = path ?? baseModel;
    const kept = this.#models.get(key);
    const model =
      kept ?? (path === null ? readBaseModel(this.#folder, baseModel) : readCheckpoint(join(path, MODEL_FILE)));
    // Put in anew, so that the first key is the one that was not asked for the longest.
    this.#models.delete(key);
    this.#models.set(key, model);
    model.catch(() => this.#models.delete(key));
    const [oldest] = this.#models.keys();
    if (this.#models.size > KEPT && oldest !== undefined) this.#models.delete(oldest);
    return model;
  }
}
