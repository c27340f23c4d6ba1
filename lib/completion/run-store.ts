import type { StreamSummary } from "@/lib/api/client/json-lines";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation, streamOperation } from "@/lib/api/client/service-client";
import { type CompletionSource, SOURCE_HEADER } from "@/lib/api/contract/completions/completion-source";
import { ReadableStore } from "@/lib/store/readable-store";
import { type Answer, IDLE_ANSWER } from "./answer";
import { StreamingAnswer } from "./collect-answer";
import type { Inputs } from "./completion-inputs";
import { promptedInputs, type SentPrompt } from "./prompted-inputs";

/** The request of one column. */
export interface RunRequest {
  readonly projectId: string;
  readonly inputs: Inputs;
  /** The prompt that the call references: sent in place of the messages that came from it. The run waits for a promise. */
  readonly prompt?: SentPrompt | null | Promise<SentPrompt | null>;
  readonly isTracked: boolean;
  readonly shouldStream: boolean;
}

/** The same once its prompt is there. */
type ReadyRequest = Omit<RunRequest, "prompt"> & { readonly prompt: SentPrompt | null };

/** The last request of a column, and its answer. */
export interface ColumnRun {
  readonly answer: Answer;
  /** Null before the first run. */
  readonly inputs: Inputs | null;
}

const NOT_RUN: ColumnRun = { answer: IDLE_ANSWER, inputs: null };

/** Whether the connection streams completions; unknown until the first response to a streaming request. */
export type StreamSupport = "unknown" | "offered" | "missing";

interface RunStoreState {
  /** Rises with each change of an answer; `runOf` has the answers. */
  readonly version: number;
  /** The keys of the columns that run, a line each. */
  readonly runningKeys: string;
  readonly streams: StreamSupport;
}

/**
 * The answers of all columns, outside of React: while six of them stream, only the column that received something is
 * rendered again.
 */
export class RunStore extends ReadableStore<RunStoreState> {
  readonly #connectionId: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #runs = new Map<string, ColumnRun>();
  readonly #controllers = new Map<string, AbortController>();
  #streams: StreamSupport = "unknown";

  /** @param source the page that the stored calls are marked with */
  constructor(connectionId: string, source: CompletionSource) {
    super({ version: 0, runningKeys: "", streams: "unknown" });
    this.#connectionId = connectionId;
    this.#headers = { [SOURCE_HEADER]: source };
  }

  runOf(columnKey: string): ColumnRun {
    return this.#runs.get(columnKey) ?? NOT_RUN;
  }

  /** Runs a column's request and stops its previous one. Resolves with the answer when it has ended. */
  async run(columnKey: string, request: RunRequest): Promise<Answer> {
    this.stop(columnKey);
    const controller = new AbortController();
    this.#controllers.set(columnKey, controller);
    this.#notify();
    const { prompt = null } = request;
    const ready = { ...request, prompt: prompt instanceof Promise ? await prompt : prompt };
    const isStream = request.shouldStream && this.#streams !== "missing";
    let ended = isStream ? await this.#stream(columnKey, ready, controller) : null;
    ended ??= await this.#create(columnKey, ready, controller);
    if (this.#controllers.get(columnKey) === controller) this.#controllers.delete(columnKey);
    this.#notify();
    return ended;
  }

  stop(columnKey: string): void {
    this.#controllers.get(columnKey)?.abort();
  }

  readonly stopAll = (): void => {
    for (const controller of this.#controllers.values()) controller.abort();
  };

  forget(columnKey: string): void {
    this.stop(columnKey);
    this.#runs.delete(columnKey);
    this.#notify();
  }

  #answerOf(columnKey: string, { inputs }: ReadyRequest, controller: AbortController, isStreamed: boolean) {
    return new StreamingAnswer({
      isStreamed,
      onAnswer: (answer) => {
        // The result of a replaced run is no longer shown.
        if (this.#controllers.get(columnKey) !== controller) return;
        this.#runs.set(columnKey, { answer, inputs });
        this.#notify();
      },
    });
  }

  /** Null when the service does not stream: then nothing has been requested yet. */
  async #stream(columnKey: string, request: ReadyRequest, controller: AbortController): Promise<Answer | null> {
    const answer = this.#answerOf(columnKey, request, controller, true);
    const { signal } = controller;
    const body = bodyOf(request);
    try {
      const summary = await streamOperation(
        this.#connectionId,
        "completions.createStream",
        { body, signal, headers: this.#headers, isLong: true },
        (lines) => {
          this.#streams = "offered";
          answer.add(lines);
        },
      );
      // Some services answer what they do not have with an empty success.
      if (isEmpty(summary)) {
        this.#streams = "missing";
        return null;
      }
      answer.finish(summary);
    } catch (error) {
      if (failureOf(error).kind === "unsupported") {
        this.#streams = "missing";
        return null;
      }
      answer.fail(error);
    }
    return this.runOf(columnKey).answer;
  }

  async #create(columnKey: string, request: ReadyRequest, controller: AbortController): Promise<Answer> {
    const answer = this.#answerOf(columnKey, request, controller, false);
    const { signal } = controller;
    try {
      const body = bodyOf(request);
      const sent = { body, signal, headers: this.#headers, isLong: true };
      answer.take(await callOperation(this.#connectionId, "completions.create", sent));
    } catch (error) {
      answer.fail(error);
    }
    return this.runOf(columnKey).answer;
  }

  #notify(): void {
    const runningKeys = [...this.#controllers.keys()].join("\n");
    this.setState({ version: this.getState().version + 1, runningKeys, streams: this.#streams });
  }
}

const isEmpty = ({ rowCount, badLines, end }: StreamSummary) =>
  rowCount === 0 && badLines.length === 0 && end.kind === "complete";

function bodyOf({ projectId, inputs, prompt, isTracked }: ReadyRequest) {
  const sent = prompt ? promptedInputs(inputs, prompt) : inputs;
  return { project_id: projectId, inputs: sent, track_llm_call: isTracked };
}
