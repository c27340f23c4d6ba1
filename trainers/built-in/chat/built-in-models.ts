import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { v7 as uuidv7 } from "uuid";
import { promptBytes } from "@/trainers/built-in/conversation/conversation-bytes";
import { readTrainingMessages } from "@/trainers/built-in/conversation/read-groups";
import { BASE_MODELS, isBaseModel } from "@/trainers/built-in/model/base-model";
import { readBaseModel } from "@/trainers/built-in/model/base-model-cache";
import { MODEL_FILE, readCheckpoint } from "@/trainers/built-in/model/checkpoint-file";
import type { LogLinearModel } from "@/trainers/built-in/model/log-linear-model";
import { answerChoice, type ChatChoice, type ChatRequest, InvalidChatRequest, readChatRequest } from "./chat-answer";
import type { SampledByte } from "./sample-answer";

/** Models kept in memory, 17 MB each. */
const MAX_LOADED_MODELS = 4;

/** Bytes sampled before other requests get a turn: well under a millisecond of work. */
const BYTES_PER_TURN = 32;

/** A request to a checkpoint. */
interface ModelRequest {
  readonly baseModel: string;
  /** The checkpoint's files; null for the base model, untrained. */
  readonly path: string | null;
  /** A chat completion request, in the form of OpenAI's clients. */
  readonly request: Readonly<Record<string, unknown>> & { readonly model: string };
}

/** A request that these models cannot answer; the message is for the sender. */
export class UnanswerableRequest extends Error {
  override readonly name = "UnanswerableRequest";
}

/** A part of a growing answer: bytes as they are sampled, then the whole choice. */
type AnswerPart =
  | { readonly kind: "byte"; readonly index: number; readonly sampled: SampledByte }
  | { readonly kind: "choice"; readonly choice: ChatChoice };

/**
 * Answers chat completions from checkpoints of the built-in trainer, in the calling process. A service may import this
 * file and no other file of the trainer.
 */
export class BuiltInModels {
  readonly #folder: string;
  readonly #models = new Map<string, Promise<LogLinearModel>>();

  /** @param folder where base models are stored */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The base models of the built-in trainer. */
  get baseModels(): readonly string[] {
    return BASE_MODELS;
  }

  /** True when checkpoints of a base model can run here. */
  canRun(baseModel: string): boolean {
    return isBaseModel(baseModel);
  }

  /**
   * @throws UnanswerableRequest for another base model or an unsupported member, the signal's reason when the client
   * disconnected
   */
  async complete(request: ModelRequest, signal: AbortSignal) {
    const choices: ChatChoice[] = [];
    let completionTokens = 0;
    const question = this.#question(request);
    for await (const part of this.#answer(request, question, signal)) {
      if (part.kind === "choice") choices.push(part.choice);
      else completionTokens += 1;
    }
    const promptTokens = this.#promptLength(question);
    return {
      id: `chatcmpl-${uuidv7()}`,
      object: "chat.completion" as const,
      created: Math.floor(Date.now() / 1_000),
      model: request.request.model,
      choices: choices.map((choice) => ({ ...choice })),
      usage: {
        prompt_tokens: promptTokens,
        completion_tokens: completionTokens,
        total_tokens: promptTokens + completionTokens,
      },
    };
  }

  #question({ request }: ModelRequest): ChatRequest {
    try {
      return readChatRequest(request);
    } catch (error) {
      if (error instanceof InvalidChatRequest) throw new UnanswerableRequest(error.message);
      throw error;
    }
  }

  /** Bytes, which are this model's tokens. */
  #promptLength({ messages }: ChatRequest): number {
    return promptBytes(readTrainingMessages(messages)).length;
  }

  async *#answer(request: ModelRequest, question: ChatRequest, signal: AbortSignal): AsyncGenerator<AnswerPart> {
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

  #model({ baseModel, path }: ModelRequest): Promise<LogLinearModel> {
    if (!isBaseModel(baseModel)) {
      throw new UnanswerableRequest(
        `This service cannot run the base model ${baseModel}, only ${BASE_MODELS.join(" and ")}.`,
      );
    }
    const key = path ?? baseModel;
    const cachedModel = this.#models.get(key);
    const model =
      cachedModel ?? (path === null ? readBaseModel(this.#folder, baseModel) : readCheckpoint(join(path, MODEL_FILE)));
    // Inserted again, so that the first key is the least recently used one.
    this.#models.delete(key);
    this.#models.set(key, model);
    model.catch(() => this.#models.delete(key));
    const [oldest] = this.#models.keys();
    if (this.#models.size > MAX_LOADED_MODELS && oldest !== undefined) this.#models.delete(oldest);
    return model;
  }
}
