"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import {
  type FilePreview,
  mappedPreview,
  PreviewCollector,
} from "@/app/(dashboard)/[workspace]/import/preview/prepare-file-preview";
import { openJournal } from "@/app/(dashboard)/[workspace]/import/project/open-journal";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { ImportJournal } from "@/lib/import/earlier/import-journal";
import { type CallOperation, importService } from "@/lib/import/import-service";
import { AS_READ_MAPPING, type ImportMapping } from "@/lib/import/mapping/import-mapping";
import { mappedItems } from "@/lib/import/mapping/map-items";
import { ImportStoppedError, type ImportSummary, recordsIn, sendImport } from "@/lib/import/send-import";
import { askedWaitMs, type SourceApi, SourceRefusedError, sourceApi } from "@/lib/import/source-api/source-api";
import type { SourcePlace } from "@/lib/import/source-api/source-place";
import type { ImportItem, SkippedItem } from "@/lib/import/values/import-item";
import type { Workspace } from "@/lib/workspace/workspace";
import type { ApiLogin, ApiTool } from "./api-tool";

/** A batch of this size is written without a noticeable delay. */
const BATCH_BYTES = 1024 * 1024;

/** The redraw interval while the page only counts. */
const RENDER_INTERVAL_MS = 200;

interface Run {
  readonly mapping: ImportMapping;
  /** What was read so far. */
  readonly preview: FilePreview;
  /** Records that are stored. */
  readonly storedCount: number;
  readonly runMs: number;
  /** How long the server asked to wait; null while it answers. */
  readonly waitMs: number | null;
}

interface Stop {
  readonly failure: ServiceFailure;
  /** What the server refused, in a sentence; null where something else failed. */
  readonly refusal: string | null;
}

export type ApiImportState =
  | { readonly kind: "entering" }
  | { readonly kind: "looking"; readonly preview: FilePreview }
  /** The beginning of each list was read, and nothing is stored. `whole` is without a mapping. */
  | {
      readonly kind: "looked";
      readonly mapping: ImportMapping;
      readonly whole: FilePreview;
      readonly preview: FilePreview;
    }
  | ({ readonly kind: "unread" } & Stop)
  | ({ readonly kind: "running" } & Run)
  | ({ readonly kind: "stopped"; readonly until: Date } & Stop & Run)
  /** `newCalls` were not there before; null when unknown. */
  | ({ readonly kind: "done"; readonly summary: ImportSummary; readonly newCalls: number | null } & Run);

/** The address is in the record of the import; the keys are not. */
const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : address);

function stopOf(cause: unknown): Stop {
  return { failure: failureOf(cause), refusal: cause instanceof SourceRefusedError ? cause.message : null };
}

/** The API of a server, which the dashboard asks for each page. */
function apiOf<Field extends string>(
  { name, ask }: ApiTool<Field>,
  login: ApiLogin<Field>,
  signal: AbortSignal,
  onWait: (waitMs: number) => void,
): SourceApi {
  const mayPass = (error: unknown) => ["unreachable", "upstream", "unreadable"].includes(failureOf(error).kind);
  return sourceApi(
    async (question) => {
      const answer = await ask(login, question, signal);
      return { ...answer, waitMs: askedWaitMs(answer.retryAfter) };
    },
    { tool: name, host: login.address, signal, mayPass, onWait },
  );
}

export interface ApiImportControl<Field extends string> {
  readonly state: ApiImportState;
  /** Reads the beginning of each list, so that what becomes of the records can be changed. */
  readonly look: (login: ApiLogin<Field>) => void;
  readonly map: (mapping: ImportMapping) => void;
  /** Forgets what was read: other keys are of another project. */
  readonly reset: () => void;
  /** Begins with these keys, or continues where it stopped. */
  readonly start: (login: ApiLogin<Field>) => void;
  readonly stop: () => void;
}

/** Imports a project of another tool through its API, which the dashboard asks for each page. */
export function useApiImport<Field extends string>(
  tool: ApiTool<Field>,
  workspace: Workspace,
): ApiImportControl<Field> {
  const { connectionId, projectId } = workspace;
  const [state, setState] = useState<ApiImportState>({ kind: "entering" });
  const queries = useQueryClient();
  const running = useRef<AbortController | null>(null);
  /** Of the import that continues where it stopped. */
  const journal = useRef<ImportJournal | null>(null);
  // The external systems are the tool and the service: leaving the page stops the import.
  useEffect(() => () => running.current?.abort(), []);

  /** Aborts the current work, and returns the controller of the next. */
  const begin = useCallback(() => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    return controller;
  }, []);

  const look = useCallback(
    async (login: ApiLogin<Field>) => {
      const { signal } = begin();
      const collector = new PreviewCollector();
      let drawnAt = performance.now();
      setState({ kind: "looking", preview: collector.preview() });
      const api = apiOf(tool, login, signal, () => undefined);
      try {
        const options = { projectId, since: null, until: new Date(), isSample: true, signal };
        for await (const item of tool.itemsOf(api, login, options)) {
          collector.add(item);
          if (performance.now() - drawnAt < RENDER_INTERVAL_MS || signal.aborted) continue;
          drawnAt = performance.now();
          setState({ kind: "looking", preview: collector.preview() });
        }
        signal.throwIfAborted();
        const whole = collector.preview();
        setState({ kind: "looked", mapping: AS_READ_MAPPING, whole, preview: whole });
      } catch (error) {
        if (running.current?.signal !== signal) return;
        setState(signal.aborted ? { kind: "entering" } : { kind: "unread", ...stopOf(error) });
      }
    },
    [begin, projectId, tool],
  );

  const run = useCallback(
    async (login: ApiLogin<Field>, until: Date, mapping: ImportMapping) => {
      const controller = begin();
      const { signal } = controller;
      const collector = new PreviewCollector();
      const places: SourcePlace[] = [];
      const beganMs = performance.now();
      let storedCount = 0;
      let waitMs: number | null = null;
      let drawnAt = 0;
      const now = (): Run => ({
        mapping,
        preview: collector.preview(),
        storedCount,
        runMs: performance.now() - beganMs,
        waitMs,
      });
      const draw = (isDue: boolean) => {
        if (signal.aborted || (!isDue && performance.now() - drawnAt < RENDER_INTERVAL_MS)) return;
        drawnAt = performance.now();
        setState({ kind: "running", ...now() });
      };
      draw(true);
      const api = apiOf(tool, login, signal, (ms) => {
        waitMs = ms;
        draw(true);
      });
      const options = { projectId, since: null, until, signal, onPlace: (place: SourcePlace) => places.push(place) };
      async function* collected(): AsyncGenerator<ImportItem | SkippedItem> {
        for await (const item of mappedItems(tool.itemsOf(api, login, options), mapping)) {
          waitMs = null;
          collector.add(item);
          draw(false);
          yield item;
        }
      }
      // Only the members that an import names are used; the client checks the response by the contract.
      const call = (async (id: "call.upsertBatch", body: never, params = {}) =>
        await callOperation(connectionId, id, { body, params, signal })) as CallOperation;
      journal.current ??= openJournal(workspace, {
        source: tool.name,
        from: hostOf(login.address),
        keepsFeedbackIds: false,
      });
      const written = journal.current;
      const service = importService(projectId, written.wrap(call), (error) => failureOf(error).kind === "unsupported");
      // Cached lists and counts are outdated by then.
      const renew = () => void queries.invalidateQueries({ queryKey: ["service", connectionId] });
      const end = async (state: "stopped" | "done", sent: number) => {
        const { preview, runMs } = now();
        const { skippedCount: skipped, leftOut: losses } = preview;
        return await written.end({ state, sent, runMs, skipped, losses }).finally(renew);
      };
      try {
        const summary = await sendImport(collected(), service, {
          signal,
          batchBytes: BATCH_BYTES,
          onProgress: ({ items }) => {
            storedCount = items;
            draw(false);
          },
        });
        const record = await end("done", recordsIn(summary));
        journal.current = null;
        if (!signal.aborted) setState({ kind: "done", summary, newCalls: record?.calls ?? null, ...now() });
      } catch (error) {
        if (!(error instanceof ImportStoppedError)) throw error;
        void end("stopped", recordsIn(error.progress));
        // Another import was begun meanwhile, or the page was left.
        if (running.current !== controller) return;
        // Calls come with the newest first: those before this time are left.
        const place = places.findLast(({ items }) => items <= error.progress.items);
        const cause = signal.aborted ? new DOMException("Stopped.", "AbortError") : error.cause;
        setState({ kind: "stopped", ...stopOf(cause), until: place?.until ?? until, ...now() });
      }
    },
    [begin, connectionId, projectId, queries, tool, workspace],
  );

  return {
    state,
    look: (login) => void look(login),
    map: (mapping) => {
      if (state.kind !== "looked") return;
      setState({ ...state, mapping, preview: mappedPreview(state.whole, mapping) });
    },
    reset: () => {
      if (["looked", "unread", "done"].includes(state.kind)) setState({ kind: "entering" });
    },
    start: (login) => {
      if (state.kind === "running" || state.kind === "looking") return;
      const mapping = "mapping" in state ? state.mapping : AS_READ_MAPPING;
      void run(login, state.kind === "stopped" ? state.until : new Date(), mapping);
    },
    stop: () => running.current?.abort(),
  };
}
