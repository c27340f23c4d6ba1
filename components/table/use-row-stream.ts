"use client";

import { useEffect, useMemo } from "react";
import { useStore } from "zustand";
import { useServiceSignal } from "@/components/browser/service-signal";
import { type RowSource, RowStream, type RowStreamState } from "@/lib/stream/row-stream";

/** A stream shown by a view, with its controls. */
export interface RowStreamView<Row> extends RowStreamState<Row> {
  readonly stop: () => void;
  /** Continues from the last row. */
  readonly resume: () => void;
}

/** Streams the rows of a source; another source (keep it stable with `useMemo`) starts over. */
export function useRowStream<Row>(source: RowSource<Row>): RowStreamView<Row> {
  const stream = useMemo(() => new RowStream(source), [source]);
  const state = useStore(stream);
  // The outside system is the service: requested while the view is mounted.
  useEffect(() => {
    stream.start();
    return stream.stop;
  }, [stream]);
  const recoveryCount = useServiceSignal()?.recoveryCount ?? 0;
  // The outside system is the service: a stream that it cut off continues when it responds again.
  useEffect(() => {
    const { failure } = stream.getState();
    if (recoveryCount > 0 && (failure?.kind === "unreachable" || failure?.kind === "upstream")) stream.start();
  }, [stream, recoveryCount]);
  return { ...state, stop: stream.stop, resume: stream.start };
}
