export type AnswerStatus = "idle" | "running" | "done" | "failed" | "stopped";

/**
 * The origin of a failure: at the model's provider, in the service before it, at a budget that is used up, or on the way to
 * the service.
 */
export interface AnswerFailure {
  readonly from: "provider" | "service" | "budget" | "network";
  /** For display. */
  readonly message: string;
  /** The HTTP status, if there was one. */
  readonly status?: number | undefined;
}

/** The answer of one playground column. */
export interface Answer {
  readonly status: AnswerStatus;
  /** A chat completion as OpenAI writes it, growing while it streams; kept when the stream fails or is stopped. */
  readonly completion: Readonly<Record<string, unknown>> | null;
  /** When the request was sent, on the clock of `Date.now()`. */
  readonly startedAtMs: number;
  /** From the start to the first token; null before it, and if the answer came in one piece. */
  readonly firstTokenMs: number | null;
  /** From the start to the end; null while running. */
  readonly durationMs: number | null;
  /** The tracked call; null until its id arrives, and if calls are not tracked. */
  readonly callId: string | null;
  /** How often the service retried the provider; null if it does not report it. */
  readonly retries: number | null;
  /** Set when the status is `failed`. */
  readonly failure: AnswerFailure | null;
  /** Chunks with content so far, each about a token; available before the provider's count. */
  readonly chunkCount?: number | undefined;
  /** The answer is streamed in chunks. */
  readonly isStreamed: boolean;
}

/** A column that has not been run. */
export const IDLE_ANSWER: Answer = {
  status: "idle",
  completion: null,
  startedAtMs: 0,
  firstTokenMs: null,
  durationMs: null,
  callId: null,
  retries: null,
  failure: null,
  isStreamed: false,
};
