import type { FromWorker, ToWorker } from "./worker-messages";

type Run<Request, Part, Result> = (
  request: Request,
  onPart: (part: Part) => void,
  signal: AbortSignal,
) => Promise<Result>;

export interface WorkerHostOptions<Request, Part, Result, Failure> {
  /** Bundlers find a worker's scripts only where `new Worker(new URL(…))` is written out beside them. */
  readonly newWorker: () => Worker;
  /** Does the same in the page, where there are no workers or their scripts do not load. */
  readonly runInPage?: Run<Request, Part, Result>;
  /** Whether `runInPage` may also begin again after parts were received, which then come twice. */
  readonly mayRestart?: boolean;
  /** Whether a worker that is done is kept for the next request: loading its scripts takes time. */
  readonly keepsWorker?: boolean;
  /** Whether a stopped worker reports how far it came. Otherwise it is ended at once. */
  readonly finishesWhenStopped?: boolean;
  readonly errorOf: (failure: Failure) => Error;
  /** The sentence of the error where the worker breaks and the page cannot do its work. */
  readonly brokenMessage: string;
}

/** Runs requests in workers whose scripts call `serveWorker`, each request in a worker of its own. */
export class WorkerHost<Request, Part, Result, Failure> {
  readonly #options: WorkerHostOptions<Request, Part, Result, Failure>;
  #idle: Worker | null = null;

  constructor(options: WorkerHostOptions<Request, Part, Result, Failure>) {
    this.#options = options;
  }

  /** Loads a worker before it is needed. */
  readonly preload = (): void => {
    if (hasWorkers()) this.#idle ??= this.#options.newWorker();
  };

  /**
   * Resolves with the result of a request, after all its parts.
   *
   * @throws what `errorOf` makes of a failure; the signal's reason when it was stopped before there was a result
   */
  async run(request: Request, onPart: (part: Part) => void, signal: AbortSignal): Promise<Result> {
    const { runInPage, mayRestart, finishesWhenStopped, errorOf, brokenMessage } = this.#options;
    if (!hasWorkers() && runInPage) return runInPage(request, onPart, signal);
    signal.throwIfAborted();
    const worker = this.#idle ?? this.#options.newWorker();
    this.#idle = null;
    const post = (message: ToWorker<Request>) => worker.postMessage(message);
    return new Promise<Result>((resolve, reject) => {
      let hasBegun = false;
      const end = (isReusable: boolean) => {
        signal.removeEventListener("abort", onAbort);
        this.#release(worker, isReusable);
      };
      const onAbort = () => {
        if (finishesWhenStopped) return post({ kind: "stop" });
        end(false);
        reject(signal.reason);
      };
      signal.addEventListener("abort", onAbort, { once: true });
      worker.onerror = () => {
        end(false);
        if (runInPage && (mayRestart || !hasBegun)) resolve(runInPage(request, onPart, signal));
        else reject(new Error(brokenMessage));
      };
      worker.onmessage = ({ data }: MessageEvent<FromWorker<Part, Result, Failure>>) => {
        hasBegun = true;
        if (data.kind === "part") return onPart(data.part);
        end(true);
        if (data.kind === "ended") resolve(data.result);
        else reject(data.kind === "failed" ? errorOf(data.failure) : signal.reason);
      };
      post({ kind: "start", request });
    });
  }

  #release(worker: Worker, isReusable: boolean): void {
    worker.onmessage = null;
    worker.onerror = null;
    if (isReusable && this.#options.keepsWorker && !this.#idle) this.#idle = worker;
    else worker.terminate();
  }
}

const hasWorkers = () => typeof Worker !== "undefined";
