import type { FailureCode, InvalidMember } from "./contract-failures";

/** What is known about a failure besides its message. */
interface FailureFacts {
  readonly code: FailureCode;
  /** The id of the operation: `calls.streamQuery`. */
  readonly operation: string;
  /** The HTTP status; null where there was no answer. */
  readonly status?: number | null;
  readonly invalid?: readonly InvalidMember[];
  readonly retryAfterSeconds?: number | null;
  /** The rows of a stream that came before it broke. */
  readonly rowCount?: number;
}

/** What a service answered in place of a result, or why there is none. `code` says which of these it is. */
export class HeddleError extends Error {
  override readonly name = "HeddleError";
  readonly code: FailureCode;
  readonly operation: string;
  readonly status: number | null;
  /** The members of the request that were not accepted. */
  readonly invalid: readonly InvalidMember[];
  readonly retryAfterSeconds: number | null;
  readonly rowCount: number;

  constructor(message: string, facts: FailureFacts, options?: { readonly cause?: unknown }) {
    super(`${facts.operation}: ${message}`, options);
    this.code = facts.code;
    this.operation = facts.operation;
    this.status = facts.status ?? null;
    this.invalid = facts.invalid ?? [];
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null;
    this.rowCount = facts.rowCount ?? 0;
  }

  /** The way to the first member that was not accepted, such as `["body", "limit"]`; null where none is named. */
  get place(): readonly string[] | null {
    return this.invalid[0]?.loc ?? null;
  }
}
