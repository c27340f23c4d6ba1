"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation, openResponse } from "@/lib/api/client/service-client";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { errorMessage } from "@/lib/guard/error-message";
import { type CallOperation, importService, storedThreadsIn } from "@/lib/import/import-service";
import type { ObjectsSummary } from "@/lib/import/objects/object-sender";
import { type ImportProgress, ImportStoppedError, sendImport } from "@/lib/import/send-import";
import type { LeftOut } from "@/lib/import/values/left-out";
import type { Workspace } from "@/lib/workspace/workspace";
import { type FilePreview, PreviewCollector } from "./preview/prepare-file-preview";
import { findStoppedImport, removeStoppedImport, storeStoppedImport } from "./stopped-import";

/** The readers of all kinds of files load with the first file. */
const fileReader = () => import("./read-file-items");

/** A batch of this size is written without a noticeable delay. */
const BATCH_BYTES = 1024 * 1024;

/** The redraw interval while the page only counts. */
const RENDER_INTERVAL_MS = 150;

/** The stored values, and the calls that this page stored. */
export interface Stored {
  readonly items: number;
  readonly calls: number;
}

interface Chosen {
  readonly file: File;
  readonly inventedFromMs: number;
}

export type ImportState =
  | { readonly kind: "choosing" }
  | { readonly kind: "reading"; readonly chosen: Chosen; readonly readBytes: number; readonly preview: FilePreview }
  | { readonly kind: "unreadable"; readonly chosen: Chosen; readonly reason: string }
  | { readonly kind: "ready"; readonly chosen: Chosen; readonly preview: FilePreview; readonly stored: Stored }
  | {
      readonly kind: "sending";
      readonly chosen: Chosen;
      readonly preview: FilePreview;
      readonly stored: Stored;
      /** The values that this run has stored, and its duration. */
      readonly runItems: number;
      readonly runMs: number;
    }
  | {
      readonly kind: "stopped";
      readonly chosen: Chosen;
      readonly preview: FilePreview;
      readonly stored: Stored;
      readonly failure: ServiceFailure;
    }
  | {
      readonly kind: "done";
      readonly chosen: Chosen;
      readonly preview: FilePreview;
      readonly isFeedbackUnsupported: boolean;
      readonly objects: ObjectsSummary;
    };

/** A chosen file while it is read and sent. */
export interface ImportRun {
  readonly state: ImportState;
  readonly send: (from: Stored) => void;
  /** Stops sending: stored values stay, and the rest can be sent later. */
  readonly stop: () => void;
  readonly reset: () => void;
}

export interface ImportControl extends ImportRun {
  readonly choose: (file: File) => void;
}

const none: Stored = { items: 0, calls: 0 };

/** A preview with what only the service left out. */
function withRefusals(preview: FilePreview, leftOut: readonly LeftOut[]): FilePreview {
  const known = new Set(preview.leftOut.map(({ reason }) => reason));
  return { ...preview, leftOut: [...preview.leftOut, ...leftOut.filter(({ reason }) => !known.has(reason))] };
}

/** Imports a file into the project: it is read and previewed, and stored only on request. */
export function useImport({ id: workspaceId, connectionId, projectId }: Workspace): ImportControl {
  const [state, setState] = useState<ImportState>({ kind: "choosing" });
  const queries = useQueryClient();
  const running = useRef<AbortController | null>(null);
  // The external systems are the file and the service: leaving the page stops both.
  useEffect(() => () => running.current?.abort(), []);

  /** Aborts the current work, and returns the signal for the next. */
  const begin = useCallback(() => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    return controller.signal;
  }, []);

  const choose = useCallback(
    async (file: File) => {
      const signal = begin();
      const earlier = findStoppedImport(workspaceId, file);
      const chosen: Chosen = { file, inventedFromMs: earlier?.inventedFromMs ?? Date.now() };
      const collector = new PreviewCollector();
      let readBytes = 0;
      let drawnAt = performance.now();
      const draw = () => setState({ kind: "reading", chosen, readBytes, preview: collector.preview() });
      draw();
      try {
        const onBytes = (count: number) => {
          readBytes = count;
        };
        const { readFileItems } = await fileReader();
        for await (const item of readFileItems(file, {
          projectId,
          inventedFromMs: chosen.inventedFromMs,
          onBytesRead: onBytes,
        })) {
          if (signal.aborted) return;
          collector.add(item);
          if (performance.now() - drawnAt < RENDER_INTERVAL_MS) continue;
          drawnAt = performance.now();
          draw();
        }
        if (signal.aborted) return;
        setState({
          kind: "ready",
          chosen,
          preview: collector.preview(),
          stored: earlier === null ? none : { items: earlier.items, calls: 0 },
        });
      } catch (error) {
        if (signal.aborted) return;
        setState({ kind: "unreadable", chosen, reason: errorMessage(error) });
      }
    },
    [begin, projectId, workspaceId],
  );

  const send = useCallback(
    async (chosen: Chosen, preview: FilePreview, from: Stored) => {
      const signal = begin();
      const beganMs = performance.now();
      // Only the members that an import names are used; the client checks the response by the contract.
      const call = (async (operation: "call.upsertBatch" | "otel.exportTraces", body: never, params = {}) => {
        if (operation !== "otel.exportTraces")
          return await callOperation(connectionId, operation, { body, params, signal });
        return await new Response(await openResponse(connectionId, operation, { body, signal })).json();
      }) as CallOperation;
      const isUnsupported = (error: unknown) => failureOf(error).kind === "unsupported";
      const service = importService(projectId, call, isUnsupported);
      const storedWith = (progress: ImportProgress): Stored => ({
        items: Math.max(from.items, progress.items),
        calls: from.calls + progress.calls,
      });
      const onProgress = (progress: ImportProgress) => {
        const stored = storedWith(progress);
        const { file, inventedFromMs } = chosen;
        if (stored.items > 0) storeStoppedImport(workspaceId, file, { items: stored.items, inventedFromMs });
        if (!signal.aborted) {
          const runMs = performance.now() - beganMs;
          const runItems = stored.items - from.items;
          setState({ kind: "sending", chosen, preview, stored, runItems, runMs });
        }
      };
      setState({ kind: "sending", chosen, preview, stored: from, runItems: 0, runMs: 0 });
      try {
        const { file, inventedFromMs } = chosen;
        const { readFileItems } = await fileReader();
        const storedThreads = storedThreadsIn(projectId, call, isUnsupported);
        const items = readFileItems(file, { projectId, inventedFromMs, storedThreads });
        const options = { skipItems: from.items, signal, onProgress, batchBytes: BATCH_BYTES };
        const { isFeedbackUnsupported, leftOut, objects } = await sendImport(items, service, options);
        removeStoppedImport(workspaceId);
        setState({ kind: "done", chosen, preview: withRefusals(preview, leftOut), isFeedbackUnsupported, objects });
      } catch (error) {
        if (!(error instanceof ImportStoppedError)) throw error;
        // Another file was chosen meanwhile, or the page was left.
        if (running.current?.signal !== signal) return;
        const failure = failureOf(error.cause);
        setState({ kind: "stopped", chosen, preview, stored: storedWith(error.progress), failure });
      } finally {
        // Cached lists and counts are now outdated.
        void queries.invalidateQueries({ queryKey: ["service", connectionId] });
      }
    },
    [begin, connectionId, projectId, queries, workspaceId],
  );

  return {
    state,
    choose: (file: File) => void choose(file),
    send: (from: Stored) => {
      if (state.kind === "ready" || state.kind === "stopped") void send(state.chosen, state.preview, from);
    },
    stop: () => running.current?.abort(),
    reset: () => {
      begin();
      setState({ kind: "choosing" });
    },
  };
}
