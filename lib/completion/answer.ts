export type AnswerStatus = "idle" | "running" | "done" | "failed" | "stopped";

/** Where an answer failed: at the model's provider, in the service before it, or on the way to the service. */
export interface AnswerFailure {
  readonly from: "provider" | "service" | "network";
  /** For people. */
  readonly message: string;
  /** The HTTP status, where there was one. */
  readonly status?: number | undefined;
}

/** What one column of the playground got. */
export interface Answer {
  readonly status: AnswerStatus;
  /** A chat completion as OpenAI writes it, grown while it streams; kept when the stream fails or is stopped. */
  readonly completion: Readonly<Record<string, unknown>> | null;
  /** When the request left, on the clock of `Date.now()`. */
  readonly startedAtMs: number;
  /** From the start to the first token; null before it, and where the answer came in one piece. */
  readonly firstTokenMs: number | null;
  /** From the start to the end; null while running. */
  readonly durationMs: number | null;
  /** The tracked call; null while it is not known, and where calls are not tracked. */
  readonly callId: string | null;
  /** How often the service asked the provider again; null where it does not tell. */
  readonly retries: number | null;
  /** Set when the status is `failed`. */
  readonly failure: AnswerFailure | null;
  /** Chunks with something in them so far, each about a token; known before the provider counts. */
  readonly chunkCount?: number | undefined;
  /** The answer comes in chunks. */
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
