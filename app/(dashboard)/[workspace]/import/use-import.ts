"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation, openResponse } from "@/lib/api/client/service-client";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { errorMessage } from "@/lib/guard/error-message";
import type { ImportJournal } from "@/lib/import/earlier/import-journal";
import { type CallOperation, importService, storedThreadsIn } from "@/lib/import/import-service";
import { AS_READ_MAPPING, type ImportMapping } from "@/lib/import/mapping/import-mapping";
import type { ObjectsSummary } from "@/lib/import/objects/object-sender";
import { type ImportProgress, ImportStoppedError, recordsIn, sendImport } from "@/lib/import/send-import";
import type { LeftOut } from "@/lib/import/values/left-out";
import type { Workspace } from "@/lib/workspace/workspace";
import { type FilePreview, mappedPreview, PreviewCollector } from "./preview/prepare-file-preview";
import { findStoppedImport, removeStoppedImport, storeStoppedImport } from "./stopped-import";

/** The readers of all kinds of files load with the first file. */
const fileReader = () => import("./read-file-items");
const journalCode = () => import("./project/open-journal");

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
  /** Of an import that an earlier visit began. */
  readonly importId?: string | undefined;
  /** What becomes of the records of another tool's export. */
  readonly mapping: ImportMapping;
}

export type ImportState =
  | { readonly kind: "choosing" }
  | { readonly kind: "reading"; readonly chosen: Chosen; readonly readBytes: number; readonly preview: FilePreview }
  | { readonly kind: "unreadable"; readonly chosen: Chosen; readonly reason: string }
  | {
      readonly kind: "ready";
      readonly chosen: Chosen;
      /** As it was read, and without what the mapping leaves out. */
      readonly whole: FilePreview;
      readonly preview: FilePreview;
      readonly stored: Stored;
    }
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
      /** Calls that were not there before this import; null when unknown. */
      readonly newCalls: number | null;
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
  /** Changes what becomes of the records, before anything is sent. */
  readonly map: (mapping: ImportMapping) => void;
  readonly choose: (file: File) => void;
}

const none: Stored = { items: 0, calls: 0 };

/** A preview with what only the service left out. */
function withRefusals(preview: FilePreview, leftOut: readonly LeftOut[]): FilePreview {
  const known = new Set(preview.leftOut.map(({ reason }) => reason));
  return { ...preview, leftOut: [...preview.leftOut, ...leftOut.filter(({ reason }) => !known.has(reason))] };
}

/** Imports a file into the project: it is read and previewed, and stored only on request. */
export function useImport(workspace: Workspace): ImportControl {
  const { id: workspaceId, connectionId, projectId } = workspace;
  const [state, setState] = useState<ImportState>({ kind: "choosing" });
  const queries = useQueryClient();
  const running = useRef<AbortController | null>(null);
  /** Of the chosen file, once it is sent: continuing it belongs to the same import. */
  const journal = useRef<ImportJournal | null>(null);
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
      const { inventedFromMs = Date.now(), importId, mapping = AS_READ_MAPPING } = earlier ?? {};
      const chosen: Chosen = { file, inventedFromMs, importId, mapping };
      journal.current = null;
      const collector = new PreviewCollector();
      let readBytes = 0;
      let drawnAt = performance.now();
      const draw = () => setState({ kind: "reading", chosen, readBytes, preview: collector.preview() });
      draw();
      try {
        const onBytes = (count: number) => {
          readBytes = count;
        };
        const [{ readFileItems }] = await Promise.all([fileReader(), journalCode()]);
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
        const whole = collector.preview();
        setState({
          kind: "ready",
          chosen,
          whole,
          preview: mappedPreview(whole, mapping),
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
      setState({ kind: "sending", chosen, preview, stored: from, runItems: 0, runMs: 0 });
      const { openJournal } = await journalCode();
      const { file, inventedFromMs, importId: id, mapping } = chosen;
      const source = preview.sourceRecords[0]?.tool ?? "File";
      journal.current ??= openJournal(workspace, {
        id,
        source,
        from: file.name,
        keepsFeedbackIds: false,
        renewsCallIds: mapping.newIds,
      });
      const written = journal.current;
      const service = importService(projectId, written.wrap(call), isUnsupported);
      const storedWith = (progress: ImportProgress): Stored => ({
        items: Math.max(from.items, progress.items),
        calls: from.calls + progress.calls,
      });
      const onProgress = (progress: ImportProgress) => {
        const stored = storedWith(progress);
        const place = { items: stored.items, inventedFromMs, importId: written.id, mapping };
        if (stored.items > 0) storeStoppedImport(workspaceId, file, place);
        if (!signal.aborted) {
          const runMs = performance.now() - beganMs;
          const runItems = stored.items - from.items;
          setState({ kind: "sending", chosen, preview, stored, runItems, runMs });
        }
      };
      // Cached lists and counts are outdated by then.
      const renew = () => void queries.invalidateQueries({ queryKey: ["service", connectionId] });
      const end = async (state: "stopped" | "done", progress: ImportProgress, losses: readonly LeftOut[]) => {
        const [sent, runMs] = [recordsIn(progress), performance.now() - beganMs];
        return await written.end({ state, sent, runMs, skipped: preview.skippedCount, losses }).finally(renew);
      };
      try {
        const { readFileItems } = await fileReader();
        const storedThreads = storedThreadsIn(projectId, call, isUnsupported);
        const items = readFileItems(file, { projectId, inventedFromMs, mapping, storedThreads });
        const options = { skipItems: from.items, signal, onProgress, batchBytes: BATCH_BYTES };
        const summary = await sendImport(items, service, options);
        const { isFeedbackUnsupported, objects } = summary;
        removeStoppedImport(workspaceId);
        const whole = withRefusals(preview, summary.leftOut);
        const record = await end("done", summary, whole.leftOut);
        const newCalls = record?.calls ?? null;
        setState({ kind: "done", chosen, preview: whole, isFeedbackUnsupported, objects, newCalls });
      } catch (error) {
        if (!(error instanceof ImportStoppedError)) throw error;
        void end("stopped", error.progress, preview.leftOut);
        // Another file was chosen meanwhile, or the page was left.
        if (running.current?.signal !== signal) return;
        const failure = failureOf(error.cause);
        setState({ kind: "stopped", chosen, preview, stored: storedWith(error.progress), failure });
      }
    },
    [begin, connectionId, projectId, queries, workspace, workspaceId],
  );

  return {
    state,
    choose: (file: File) => void choose(file),
    map: (mapping: ImportMapping) => {
      if (state.kind !== "ready" || state.stored.items > 0) return;
      const { whole, chosen } = state;
      setState({ ...state, chosen: { ...chosen, mapping }, preview: mappedPreview(whole, mapping) });
    },
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
