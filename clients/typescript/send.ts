import { Answer } from "./answer";
import { answerFailure } from "./answer-failure";
import { HeddleError } from "./heddle-error";
import type { OperationRow } from "./operation-row";
import type { RequestParts } from "./request-parts";

/** A service at an address. */
export interface Target {
  /** Without a slash at its end. */
  readonly url: string;
  readonly key: string;
  readonly attempts: number;
  /** In place of the waits of each operation. */
  readonly timeoutMs: number | null;
  readonly fetch: typeof globalThis.fetch;
}

/** What one request may say besides its members. */
export interface CallOptions {
  /** Ends the request, its stream and its repetitions. */
  readonly signal?: AbortSignal | undefined;
  /** The longest wait for an answer, and for each next piece of it. */
  readonly timeoutMs?: number | undefined;
}

interface Sent {
  readonly operation: string;
  readonly row: OperationRow;
  readonly parts: RequestParts;
  readonly options: CallOptions;
}

/** The service had no room, or something before it did not answer. */
const AGAIN: ReadonlySet<number> = new Set([502, 503, 504]);
const MAX_WAIT_SECONDS = 60;

/** Sends a request, again where that is safe, and returns an answer that has begun. @throws HeddleError */
export async function send(target: Target, sent: Sent): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await sendOnce(target, sent);
    } catch (error) {
      if (!(error instanceof HeddleError) || attempt >= target.attempts || !mayRepeat(error, sent.row)) throw error;
      await wait(attempt, error, sent);
    }
  }
}

/** What only reads may be sent again, and what was refused with 429 was not begun. */
function mayRepeat({ status, code }: HeddleError, { isRead }: OperationRow): boolean {
  if (status === 429) return true;
  return isRead && (status === null ? code === "unreachable" || code === "upstream" : AGAIN.has(status));
}

/** Waits as long as the service asks for, otherwise longer with each attempt. @throws HeddleError when it is stopped */
async function wait(attempt: number, { retryAfterSeconds }: HeddleError, { options, operation }: Sent): Promise<void> {
  const seconds = retryAfterSeconds ?? (2 ** (attempt - 1) / 2) * (0.5 + Math.random());
  const { signal } = options;
  let end: () => void = () => undefined;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, Math.min(seconds, MAX_WAIT_SECONDS) * 1000);
    end = () => {
      clearTimeout(timer);
      resolve();
    };
    if (signal?.aborted) end();
    signal?.addEventListener("abort", end);
  });
  signal?.removeEventListener("abort", end);
  if (signal?.aborted) throw new HeddleError("stopped.", { code: "cancelled", operation }, { cause: signal.reason });
}

async function sendOnce(target: Target, { operation, row, parts, options }: Sent): Promise<Answer> {
  const timeoutMs = options.timeoutMs ?? target.timeoutMs;
  const answer = new Answer(operation, options.signal, timeoutMs ?? row.pieceMs);
  const login = row.isBearer ? `Bearer ${target.key}` : `Basic ${btoa(`api:${target.key}`)}`;
  const headers = { authorization: login, ...(parts.type === null ? {} : { "content-type": parts.type }) };
  // A redirect would send the body elsewhere, or a GET in its place.
  const init = { method: parts.method, headers, body: parts.body, redirect: "error", signal: answer.signal } as const;
  const response = await answer.within(timeoutMs ?? row.headMs, () => target.fetch(`${target.url}${parts.path}`, init));
  if (!response.ok) throw await answer.within(timeoutMs ?? row.pieceMs, () => answerFailure(operation, response));
  answer.begin(response);
  return answer;
}
