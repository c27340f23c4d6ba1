"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { failureOf, isAbort } from "@/lib/api/client/request-failure";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";

export type LongTaskState =
  | { readonly kind: "resting" }
  | { readonly kind: "running"; readonly done: number }
  | { readonly kind: "stopped"; readonly done: number }
  | { readonly kind: "failed"; readonly done: number; readonly failure: ServiceFailure };

/** Passed to a long task: its abort signal, and the callback that reports progress. */
export interface LongTaskControl {
  readonly signal: AbortSignal;
  readonly onProgress: (done: number) => void;
}

export interface LongTask {
  readonly state: LongTaskState;
  /** `onDone` receives the result of the finished task. */
  readonly run: <Result>(work: (control: LongTaskControl) => Promise<Result>, onDone: (result: Result) => void) => void;
  readonly stop: () => void;
}

/** Runs a task that takes a while, counts its progress and can be stopped. Leaving the page stops it. */
export function useLongTask(): LongTask {
  const [state, setState] = useState<LongTaskState>({ kind: "resting" });
  const running = useRef<AbortController | null>(null);
  // The external system is the service that the task sends requests to.
  useEffect(() => () => running.current?.abort(), []);
  const run = useCallback(
    async <Result>(work: (control: LongTaskControl) => Promise<Result>, onDone: (result: Result) => void) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      let done = 0;
      setState({ kind: "running", done });
      const onProgress = (count: number) => {
        done = count;
        setState({ kind: "running", done });
      };
      try {
        const result = await work({ signal: controller.signal, onProgress });
        setState({ kind: "resting" });
        onDone(result);
      } catch (error) {
        const isStopped = isAbort(error) || controller.signal.aborted;
        setState(isStopped ? { kind: "stopped", done } : { kind: "failed", done, failure: failureOf(error) });
      }
    },
    [],
  );
  return {
    state,
    run: (work, onDone) => void run(work, onDone),
    stop: () => running.current?.abort(),
  };
}
