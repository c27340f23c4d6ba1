/** The calls of a recording whose facts are compared. */
export type CallRole = "root" | "request" | "answer" | "tool" | "failure" | "response" | "embedding";

/**
 * The names of their spans. The first request of the conversation's trace asks for a tool, the last one (`answer`)
 * has its result; `failure` asks for an unknown model, in a trace of its own. Absent: the client sends no such span.
 */
export interface RecordedCalls {
  /** A pattern where the name has an id. */
  readonly root: string | RegExp;
  readonly request: string;
  /** Where its span has another name than the first request. */
  readonly answer?: string;
  /** Absent: the client sends no span for a request that fails. */
  readonly failure?: string;
  readonly tool?: string;
  readonly response?: string;
  readonly embedding?: string;
}

type RowFact = "name" | "kind" | "status" | "input" | "output" | "thread" | "user";
type TokenFact = "tokensIn" | "tokensOut" | "tokensCached";

export type Fact =
  | `${CallRole}.${RowFact | TokenFact | "model" | "reasoning" | "chat"}`
  | `failure.${"message" | "errorType" | "hasFrames"}`
  | `total.${TokenFact | "costUsd"}`
  | `thread.${"ids" | "turns" | "first"}`;

export type Facts = Readonly<Partial<Record<Fact, unknown>>>;
