import type { StreamSummary } from "@/lib/api/client/json-lines";
import { failureOf, isAbort } from "@/lib/api/client/request-failure";
import { ChunkSum } from "@/lib/api/contract/completions/chunk-sum";
import type { ErrorKind, ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import { isJsonObject } from "@/lib/guard/json-object";
import { scheduleForNextFrame } from "@/lib/scheduling/before-next-frame";
import type { Answer, AnswerFailure } from "./answer";

type Members = Readonly<Record<string, unknown>>;

/** The result of `completions.create`. */
interface NonStreamingAnswer {
  readonly response: Members;
  readonly svc_call_id?: string | null | undefined;
  readonly retries?: unknown;
}

/** The environment of a growing answer. */
export interface StreamingAnswerOptions {
  readonly isStreamed: boolean;
  /** Called for every change, at most once a frame while chunks arrive. */
  readonly onAnswer: (answer: Answer) => void;
  /** Runs a function before the next frame is drawn. */
  readonly nextFrame?: (draw: () => void) => void;
  readonly now?: () => number;
}

/**
 * The answer of one request while it arrives: joins chunks, measures times, and updates the page once a frame, however
 * many tokens arrive. Ends with the first of `finish`, `take` and `fail`; the received part is kept.
 */
export class StreamingAnswer {
  readonly #sum = new ChunkSum();
  readonly #notify: (answer: Answer) => void;
  readonly #nextFrame: (draw: () => void) => void;
  readonly #now: () => number;
  #hasChunks = false;
  #hasChoice = false;
  #isWaiting = false;
  /** When the last line arrived: the service ends a stream only after its call is stored. */
  #lastLineMs: number | null = null;
  #answer: Answer;

  constructor({ isStreamed, onAnswer, nextFrame = scheduleForNextFrame, now = Date.now }: StreamingAnswerOptions) {
    this.#notify = onAnswer;
    this.#nextFrame = nextFrame;
    this.#now = now;
    this.#answer = {
      status: "running",
      completion: null,
      startedAtMs: now(),
      firstTokenMs: null,
      durationMs: null,
      callId: null,
      retries: null,
      failure: null,
      isStreamed,
    };
    onAnswer(this.#answer);
  }

  /** Reads lines of `completions.createStream`. */
  readonly add = (lines: readonly Members[]): void => {
    for (const line of lines) this.#addLine(line);
    this.#lastLineMs = this.#now();
    if (this.#isWaiting || this.#answer.status !== "running") return;
    this.#isWaiting = true;
    this.#nextFrame(() => {
      this.#isWaiting = false;
      if (this.#answer.status === "running") this.#change({});
    });
  };

  /** Ends the stream, for any reason. */
  finish({ end, badLines }: StreamSummary): void {
    if (end.kind === "complete") this.#endComplete(badLines[0]?.reason);
    else if (end.kind === "stopped") this.#end("stopped");
    else this.#end("failed", { from: "network", message: `The answer was cut off. ${end.reason}` });
  }

  /** Reads the result of `completions.create`: a provider's failure is a response of the service too. */
  take({ response, svc_call_id, retries }: NonStreamingAnswer) {
    this.#answer = { ...this.#answer, callId: svc_call_id ?? null, retries: countIn(retries) };
    const failure = providerFailure(response) ?? (hasChoice(response) ? null : EMPTY_ANSWER);
    if (!failure) this.#answer = { ...this.#answer, completion: response };
    this.#end(failure ? "failed" : "done", failure);
  }

  /** A stream that ends without a single choice is not an answer. */
  #endComplete(reason: string | undefined): void {
    const empty =
      reason === undefined ? EMPTY_ANSWER : { ...EMPTY_ANSWER, message: `${EMPTY_ANSWER.message} ${reason}` };
    if (this.#hasChoice) this.#end("done", null, this.#lastLineMs ?? this.#now());
    else this.#end("failed", empty);
  }

  /** The request itself failed, or was stopped before an answer began. */
  fail(error: unknown): void {
    const failure = failureOf(error);
    if (isAbort(error) || failure.kind === "cancelled") this.#end("stopped");
    else this.#end("failed", requestFailure(failure));
  }

  #addLine(line: Members): void {
    const { _meta: meta } = line;
    if (isJsonObject(meta)) {
      const callId = typeof meta.svc_call_id === "string" ? meta.svc_call_id : null;
      this.#answer = { ...this.#answer, callId, retries: countIn(meta.retries) };
      return;
    }
    const failure = providerFailure(line);
    if (failure) {
      this.#end("failed", failure);
      return;
    }
    this.#sum.add(line);
    this.#hasChunks = true;
    this.#hasChoice ||= hasChoice(line);
    if (!hasToken(line)) return;
    const { firstTokenMs, chunkCount = 0, startedAtMs } = this.#answer;
    this.#answer = {
      ...this.#answer,
      firstTokenMs: firstTokenMs ?? this.#now() - startedAtMs,
      chunkCount: chunkCount + 1,
    };
  }

  #end(status: Answer["status"], failure: AnswerFailure | null = null, endedAtMs = this.#now()): void {
    if (this.#answer.status !== "running") return;
    this.#change({ status, failure, durationMs: endedAtMs - this.#answer.startedAtMs });
  }

  #change(change: Partial<Answer>): void {
    const completion = this.#hasChunks ? this.#sum.completion() : this.#answer.completion;
    this.#answer = { ...this.#answer, completion, ...change };
    this.#notify(this.#answer);
  }
}

function countIn(value: unknown): number | null {
  const count = plainNumber(value);
  return typeof count === "number" ? count : null;
}

/** The service passes on a provider's refusal as `error`, with its status, and its own with the id of a budget. */
function providerFailure({ error, status_code: status, budget_id: budgetId }: Members): AnswerFailure | null {
  if (error === undefined || error === null) return null;
  const text = isJsonObject(error) && typeof error.message === "string" ? error.message : error;
  return {
    from: typeof budgetId === "string" ? "budget" : "provider",
    message: typeof text === "string" ? text : JSON.stringify(text),
    ...(typeof status === "number" ? { status } : {}),
  };
}

const EMPTY_ANSWER: AnswerFailure = { from: "service", message: "The service returned an answer without a message." };

const hasChoice = ({ choices }: Members) => Array.isArray(choices) && choices.length > 0;

/** Kinds of failure without a response from a service. */
const NO_RESPONSE_KINDS: ReadonlySet<ErrorKind> = new Set(["unreachable"]);

function requestFailure({ kind, message, reason, status, detail }: ServiceFailure): AnswerFailure {
  const places = (detail ?? []).map(({ loc, msg }) => `${loc.join(".")}: ${msg}`);
  return {
    from: NO_RESPONSE_KINDS.has(kind) ? "network" : "service",
    message: [message, reason, ...places].filter((text) => text !== undefined && text !== "").join(" "),
    ...(status === undefined ? {} : { status }),
  };
}

/** A chunk with content: the first one often contains only the role. */
function hasToken({ choices }: Members): boolean {
  if (!Array.isArray(choices)) return false;
  return choices.some((choice: unknown) => {
    if (!isJsonObject(choice) || !isJsonObject(choice.delta)) return false;
    return Object.entries(choice.delta).some(([name, value]) => name !== "role" && value !== null && value !== "");
  });
}
