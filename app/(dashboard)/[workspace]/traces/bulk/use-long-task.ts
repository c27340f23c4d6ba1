"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { failureOf, isAbort } from "@/lib/api/client/request-failure";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";

export type LongTaskState =
  | { readonly kind: "resting" }
  | { readonly kind: "running"; readonly done: number }
  | { readonly kind: "stopped"; readonly done: number }
  | { readonly kind: "failed"; readonly done: number; readonly failure: ServiceFailure };

/** What a piece of long work gets: the way to be stopped, and to say how far it is. */
export interface LongTaskControl {
  readonly signal: AbortSignal;
  readonly onProgress: (done: number) => void;
}

export interface LongTask {
  readonly state: LongTaskState;
  /** `onDone` hears what the work gave when it came to its end. */
  readonly run: <Result>(work: (control: LongTaskControl) => Promise<Result>, onDone: (result: Result) => void) => void;
  readonly stop: () => void;
}

/** Work that takes a while, counts, and can be stopped. Leaving the page stops it. */
export function useLongTask(): LongTask {
  const [state, setState] = useState<LongTaskState>({ kind: "resting" });
  const running = useRef<AbortController | null>(null);
  // The outside system is the service that the work asks.
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
