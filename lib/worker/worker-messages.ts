/** To a worker that serves requests one at a time: what to do, or to stop doing it. */
export type ToWorker<Request> = { readonly kind: "start"; readonly request: Request } | { readonly kind: "stop" };

/** From the worker: parts as they are ready, then how it ended. */
export type FromWorker<Part, Result, Failure> =
  | { readonly kind: "part"; readonly part: Part }
  | { readonly kind: "ended"; readonly result: Result }
  | { readonly kind: "failed"; readonly failure: Failure }
  /** Stopped before there was a result. */
  | { readonly kind: "stopped" };
