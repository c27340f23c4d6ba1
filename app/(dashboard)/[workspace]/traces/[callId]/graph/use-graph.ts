"use client";

import { useEffect, useMemo, useRef, useState } from "react";
import { errorMessage } from "@/lib/guard/error-message";
import { runInTimeSlices } from "@/lib/scheduling/run-in-short-slices";
import type { TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";
import type { GraphLayout } from "./lay-out-graph";
import { layOutInWorker } from "./lay-out-in-worker";
import { type CallPage, callPage } from "./prepare-call-page";
import { cutGraph, type DrawnGraph } from "./prepare-cut";
import { graphSizes } from "./prepare-layout";
import { callOrigins } from "./prepare-origins";
import { stepGraph } from "./prepare-steps";
import type { GraphForm } from "./trace-graph";

/** A graph that can be drawn, and what it covers: while calls arrive, an earlier skeleton. */
export interface ReadGraph {
  readonly skeleton: TraceSkeleton;
  readonly form: GraphForm;
  readonly graph: DrawnGraph;
  /** The part of the calls that is drawn; null for steps. */
  readonly page: CallPage | null;
  readonly layout: GraphLayout;
}

interface GraphReading {
  /** Null until it is laid out. */
  readonly read: ReadGraph | null;
  /** Why it could not be laid out; null otherwise. */
  readonly failure: string | null;
  readonly retry: () => void;
}

type Wanted = {
  skeleton: TraceSkeleton;
  /** End of running calls, in milliseconds after the start. */
  untilMs: number;
  form: GraphForm;
  selectedRow: number;
  hidden: ReadonlySet<string>;
};

/** The graph of a trace, counted in slices and laid out in a worker, so that the page stays responsive. */
export function useGraph({ skeleton, untilMs, form, selectedRow, hidden }: Wanted): GraphReading {
  const [read, setRead] = useState<ReadGraph | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const last = useRef<{ readonly key: string; readonly layout: GraphLayout } | null>(null);
  const origins = useMemo(() => callOrigins(skeleton, hidden), [skeleton, hidden]);
  // Only the page of calls depends on the selection.
  const row = form === "calls" ? selectedRow : -1;
  // The outside systems are the page's event loop and the worker.
  // biome-ignore lint/correctness/useExhaustiveDependencies: while calls run the skeleton is renewed, which is often enough; another attempt does the same again
  useEffect(() => {
    const stop = new AbortController();
    const prepare = async () => {
      const page = form === "calls" ? callPage(skeleton, origins, { row, untilMs }) : null;
      const whole = page?.graph ?? (await runInTimeSlices(stepGraph(skeleton, origins, untilMs), stop.signal));
      const graph = cutGraph(whole);
      const sizes = graphSizes(graph);
      const key = JSON.stringify(sizes);
      // New calls of known steps change figures only.
      const layout = last.current?.key === key ? last.current.layout : await layOutInWorker(sizes, stop.signal);
      if (stop.signal.aborted) return;
      last.current = { key, layout };
      setFailure(null);
      setRead({ skeleton, form, graph, page, layout });
    };
    prepare().catch((error: unknown) => {
      // Stopped: another trace, or more of this one, replaces it.
      if (!stop.signal.aborted) setFailure(errorMessage(error));
    });
    return () => stop.abort();
  }, [skeleton, origins, form, row, attempt]);
  return { read, failure, retry: () => setAttempt((before) => before + 1) };
}
