import { parseJson } from "@/lib/api/contract/scalars/json-text";

/** The API of a server of another tool, with any transport. Numbers of its answers keep their digits. */
export interface SourceApi {
  /** Asks for a path below that of the API. */
  get(path: string, query: Readonly<Record<string, string>>): Promise<unknown>;
  /** The same for a question that is asked with POST and changes nothing. */
  post(path: string, body: object): Promise<unknown>;
  /** Returns whether a rejection means that there is no such path or record. */
  isAbsent(error: unknown): boolean;
}

/** An answer of a server, whatever it says. */
interface SourceAnswer {
  readonly status: number;
  /** How long the server asks to wait, in milliseconds. */
  readonly waitMs: number | null;
  readonly text: string;
}

/** One request: GET without a body, POST with one. */
export interface SourceQuestion {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** Asks a server once. Rejects where there is no answer. */
type AskSource = (question: SourceQuestion) => Promise<SourceAnswer>;

/** The server refused; the message is a sentence for the user. */
export class SourceRefusedError extends Error {
  override readonly name = "SourceRefused";

  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

interface SourceApiOptions {
  /** The name of the tool in messages. */
  readonly tool: string;
  /** The name of the server in messages. */
  readonly host: string;
  readonly signal: AbortSignal;
  /** Delays before a request is sent again, in milliseconds. */
  readonly waitsMs?: readonly number[];
  /** Called when the next request waits for longer than a second. */
  readonly onWait: (waitMs: number) => void;
  /** Returns whether a request that got no answer may succeed when it is sent again. */
  readonly mayPass: (error: unknown) => boolean;
}

const WAITS_MS: readonly number[] = [2_000, 10_000, 30_000, 60_000];
/** A server may ask for longer than this, but not for an import that seems to hang. */
const MAX_WAIT_MS = 5 * 60_000;

function refusal({ host, tool }: SourceApiOptions, status: number): SourceRefusedError {
  if (status === 401 || status === 403) {
    return new SourceRefusedError(`${host} does not accept the keys of ${tool}.`, status);
  }
  if (status >= 300 && status < 400) {
    return new SourceRefusedError(`${host} redirects elsewhere; use the address of ${tool} itself.`, status);
  }
  return new SourceRefusedError(`${host} returned ${status}.`, status);
}

/** Returns the wait that an answer asks for by `Retry-After`, in milliseconds. */
export function askedWaitMs(header: string | null): number | null {
  const seconds = header === null || header.trim() === "" ? Number.NaN : Number(header);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds * 1000, MAX_WAIT_MS) : null;
}

async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => resolve(void clearTimeout(timer)), { once: true });
  });
  signal.throwIfAborted();
}

/** Asks a server through a transport, and again where it is busy or was not reached. Waits as long as it is asked to. */
export function sourceApi(ask: AskSource, options: SourceApiOptions): SourceApi {
  const { signal, waitsMs = WAITS_MS, onWait, mayPass } = options;
  // Before its first answer, an address is more likely wrong than busy.
  let hasAnswered = false;
  /** The answer, or null when the request is worth sending again. */
  const tryOnce = async (question: SourceQuestion, isLast: boolean) => {
    try {
      const answer = await ask(question);
      hasAnswered = true;
      return answer;
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (isLast || !hasAnswered || !mayPass(error)) throw error;
      return null;
    }
  };
  const answerTo = async (question: SourceQuestion): Promise<unknown> => {
    for (let attempt = 0; ; attempt += 1) {
      signal.throwIfAborted();
      const waitMs = waitsMs[attempt];
      const answer = await tryOnce(question, waitMs === undefined);
      const status = answer?.status ?? 0;
      if (answer && status >= 200 && status < 300) return parseJson(answer.text);
      if (answer && ((status !== 429 && status < 500) || waitMs === undefined)) throw refusal(options, status);
      const delayMs = answer?.waitMs ?? waitMs ?? 0;
      if (delayMs > 1000) onWait(delayMs);
      await wait(delayMs, signal);
    }
  };
  return {
    isAbsent: (error) => error instanceof SourceRefusedError && error.status === 404,
    get: (path, query) => answerTo({ path, query }),
    post: (path, body) => answerTo({ path, query: {}, body }),
  };
}
