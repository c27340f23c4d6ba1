import { RequestFailedError } from "@/lib/api/server/answer/request-failed-error";

/** Requests in a row without a response, after which a service is no longer asked each time. */
const MAX_FAILURES = 5;

/** Between two tries of a service that does not respond. The longest is also how much later a recovery may be noticed. */
const PAUSES_MS = [500, 1_000, 2_000] as const;

interface Circuit {
  /** In a row. */
  failures: number;
  /** Tries since the circuit was opened. */
  tries: number;
  nextTryAtMs: number;
  /** Why the last request had no response; completes "The service at …". */
  sentence: string;
}

/**
 * Remembers by address which services gave no response several times in a row. Requests to such a service fail at once,
 * except one after each pause, which tries whether it responds again: users do not wait for a timeout each, and a service
 * that is starting is not asked by everyone at the same time.
 */
export class CircuitBreakers {
  readonly #circuits = new Map<string, Circuit>();
  readonly #nowMs: () => number;

  /** @param nowMs of a clock that does not step back */
  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** @throws RequestFailedError `unreachable`, with the time of the next try, while this request is not to be sent */
  check({ origin, host }: URL): void {
    const circuit = this.#circuits.get(origin);
    if (circuit === undefined || circuit.failures < MAX_FAILURES) return;
    const waitMs = circuit.nextTryAtMs - this.#nowMs();
    if (waitMs <= 0) {
      this.#startPause(circuit);
      return;
    }
    const seconds = Math.ceil(waitMs / 1_000);
    const why = `The service at ${host} ${circuit.sentence}, ${circuit.failures} times in a row.`;
    const next = `It is asked again in ${seconds === 1 ? "a second" : `${seconds} seconds`}; this request was not sent.`;
    throw new RequestFailedError({
      httpStatus: 503,
      kind: "unreachable",
      message: `${why} ${next}`,
      reason: "circuit-open",
      retryAfterSeconds: seconds,
    });
  }

  /** Called with any response, also of a failure: the service can be asked. */
  noteResponse({ origin }: URL): void {
    this.#circuits.delete(origin);
  }

  /**
   * Called when there was no response.
   *
   * @param sentence completes "The service at …"
   */
  noteFailure({ origin }: URL, sentence: string): void {
    const circuit = this.#circuits.get(origin) ?? { failures: 0, tries: 0, nextTryAtMs: 0, sentence };
    this.#circuits.set(origin, circuit);
    circuit.failures += 1;
    circuit.sentence = sentence;
    if (circuit.failures === MAX_FAILURES) this.#startPause(circuit);
  }

  #startPause(circuit: Circuit): void {
    const pauseMs = PAUSES_MS[Math.min(circuit.tries, PAUSES_MS.length - 1)] ?? 0;
    circuit.nextTryAtMs = this.#nowMs() + pauseMs;
    circuit.tries += 1;
  }
}
