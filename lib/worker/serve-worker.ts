import type { FromWorker, ToWorker } from "./worker-messages";

/** The part of a worker's global scope that is used: its types and those of pages exclude each other. */
interface WorkerScope<Request, Part, Result, Failure> {
  onmessage: ((event: { readonly data: ToWorker<Request> }) => void) | null;
  postMessage(message: FromWorker<Part, Result, Failure>, transfer: Transferable[]): void;
}

interface WorkerService<Request, Part, Result, Failure> {
  readonly run: (request: Request, onPart: (part: Part) => void, signal: AbortSignal) => Promise<Result>;
  /** Returns what is handed over with a part instead of copied. */
  readonly partBuffers?: (part: Part) => Transferable[];
  readonly resultBuffers?: (result: Result) => Transferable[];
  /** Describes an error by values that can be sent. */
  readonly failureOf: (error: unknown) => Failure;
}

/** Answers the requests of a `WorkerHost` inside a worker. */
export function serveWorker<Request, Part, Result, Failure>(
  service: WorkerService<Request, Part, Result, Failure>,
): void {
  const scope = globalThis as unknown as WorkerScope<Request, Part, Result, Failure>;
  let running: AbortController | null = null;
  scope.onmessage = ({ data }) => {
    if (data.kind === "stop") {
      running?.abort();
      return;
    }
    const controller = new AbortController();
    running = controller;
    const onPart = (part: Part) => scope.postMessage({ kind: "part", part }, service.partBuffers?.(part) ?? []);
    service.run(data.request, onPart, controller.signal).then(
      (result) => scope.postMessage({ kind: "ended", result }, service.resultBuffers?.(result) ?? []),
      (error: unknown) => {
        const isStopped = controller.signal.aborted;
        scope.postMessage(isStopped ? { kind: "stopped" } : { kind: "failed", failure: service.failureOf(error) }, []);
      },
    );
  };
}
