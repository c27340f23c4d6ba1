"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { openJournal } from "@/app/(dashboard)/[workspace]/import/project/open-journal";
import { type WeaveSource, weaveTarget } from "@/app/(dashboard)/[workspace]/import/project/weave-project";
import { failureOf } from "@/lib/api/client/request-failure";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { ImportJournal } from "@/lib/import/earlier/import-journal";
import { importFromWeave, type WeaveProgress, type WeaveReport } from "@/lib/import/weave/import-weave";
import { type WeaveContent, weaveContent } from "@/lib/import/weave/weave-content";
import type { Workspace } from "@/lib/workspace/workspace";

/** A batch of this size is written without a noticeable delay. */
const BATCH_BYTES = 1024 * 1024;

/** The redraw interval while the page only counts. */
const RENDER_INTERVAL_MS = 200;

interface Counted {
  readonly source: WeaveSource;
  readonly content: WeaveContent;
  /** Only calls that began until then are read. */
  readonly until: Date;
}

interface Run extends Counted {
  readonly progress: WeaveProgress | null;
  /** Calls that this run has read, and its duration while it reads calls. */
  readonly runCalls: number;
  readonly runMs: number;
}

export type WeaveState =
  | { readonly kind: "choosing" }
  | { readonly kind: "counting"; readonly source: WeaveSource }
  | { readonly kind: "uncounted"; readonly source: WeaveSource; readonly failure: ServiceFailure }
  | ({ readonly kind: "ready" } & Counted)
  | ({ readonly kind: "running" } & Run)
  | ({ readonly kind: "stopped"; readonly failure: ServiceFailure } & Run)
  | ({ readonly kind: "done"; readonly report: WeaveReport } & Counted);

export interface WeaveImportControl {
  readonly state: WeaveState;
  /** Counts what the other project has. */
  readonly choose: (source: WeaveSource) => void;
  /** Begins, or continues where it stopped. */
  readonly start: () => void;
  readonly stop: () => void;
}

/** Imports a project of this or another service: it is counted first, and stored only on request. */
export function useWeaveImport(workspace: Workspace): WeaveImportControl {
  const [state, setState] = useState<WeaveState>({ kind: "choosing" });
  const queries = useQueryClient();
  const running = useRef<AbortController | null>(null);
  /** Of the import that continues where it stopped. */
  const journal = useRef<ImportJournal | null>(null);
  // The external systems are both services: leaving the page stops the import.
  useEffect(() => () => running.current?.abort(), []);

  /** Aborts the current work, and returns the signal for the next. */
  const begin = useCallback(() => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    return controller.signal;
  }, []);

  const choose = useCallback(
    async (source: WeaveSource) => {
      const signal = begin();
      const until = new Date();
      journal.current = null;
      setState({ kind: "counting", source });
      try {
        const content = await weaveContent(source.project(signal), until, signal);
        if (!signal.aborted) setState({ kind: "ready", source, content, until });
      } catch (error) {
        if (!signal.aborted) setState({ kind: "uncounted", source, failure: failureOf(error) });
      }
    },
    [begin],
  );

  const run = useCallback(
    async ({ source, content, until }: Counted, fromCall: number) => {
      const signal = begin();
      let progress: WeaveProgress | null = null;
      let callsBegan: number | null = null;
      let drawnAt = performance.now();
      const now = (): Run => {
        const runCalls = (progress?.counts.calls.read ?? fromCall) - fromCall;
        const runMs = callsBegan === null ? 0 : performance.now() - callsBegan;
        return { source, content, until, progress, runCalls, runMs };
      };
      const onProgress = (found: WeaveProgress) => {
        progress = found;
        if (found.step === "calls") callsBegan ??= performance.now();
        if (signal.aborted || performance.now() - drawnAt < RENDER_INTERVAL_MS) return;
        drawnAt = performance.now();
        setState({ kind: "running", ...now() });
      };
      setState({ kind: "running", ...now() });
      const beganMs = performance.now();
      journal.current ??= openJournal(workspace, { source: "Weave", from: source.projectId, keepsFeedbackIds: true });
      const written = journal.current;
      // Cached lists and counts are outdated by then.
      const renew = () => void queries.invalidateQueries({ queryKey: ["service", workspace.connectionId] });
      const end = async (state: "stopped" | "done", losses: WeaveReport["losses"]) => {
        const counts = Object.values(progress?.counts ?? {});
        const sent = counts.reduce((sum, { stored }) => sum + stored, 0);
        const skipped = counts.reduce((sum, count) => sum + count.skipped, 0);
        const runMs = performance.now() - beganMs;
        return await written.end({ state, sent, runMs, skipped, losses }).finally(renew);
      };
      try {
        const options = { until, content, fromCall, signal, onProgress, batchBytes: BATCH_BYTES };
        const target = weaveTarget(workspace, signal);
        const recorded = { ...target, call: written.wrap(target.call) };
        const report = await importFromWeave(source.project(signal), recorded, options);
        await end("done", report.losses);
        if (!signal.aborted) setState({ kind: "done", source, content, until, report });
      } catch (error) {
        void end("stopped", []);
        // Another source was chosen meanwhile, or the page was left.
        if (running.current?.signal !== signal) return;
        const failure = signal.aborted ? failureOf(new DOMException("Stopped.", "AbortError")) : failureOf(error);
        setState({ kind: "stopped", ...now(), failure });
      }
    },
    [begin, queries, workspace],
  );

  return {
    state,
    choose: (source) => void choose(source),
    start: () => {
      if (state.kind === "ready") void run(state, 0);
      else if (state.kind === "stopped") void run(state, state.progress?.callsDone ?? 0);
    },
    stop: () => running.current?.abort(),
  };
}
