import { RequestFailure } from "@/lib/api/client/request-failure";
import { streamOperation } from "@/lib/api/client/service-client";
import type { Call } from "@/lib/api/contract/calls/calls";
import type { RequestOf } from "@/lib/api/contract/operations";
import type { CompiledSelection } from "@/lib/calls/calls-query";
import { newerThan, withCondition } from "@/lib/calls/calls-request";

type ListBody = RequestOf<"calls.streamQuery">;

/** Some calls of a project: selected one by one, or all that match. */
export interface CallsSubject {
  readonly connectionId: string;
  readonly projectId: string;
  /** The filters that select them; several when one request cannot name them all. */
  readonly parts: readonly Pick<ListBody, "filter" | "query">[];
  /** Null when unknown. */
  readonly count: number | null;
}

/** Maximum number of ids in a filter. */
const MAX_IDS = 1000;

type ProjectAddress = Pick<CallsSubject, "connectionId" | "projectId">;

/** Returns the subject of calls that were selected one by one. */
export function chosenCalls(address: ProjectAddress, ids: readonly string[]): CallsSubject {
  const parts: CallsSubject["parts"][number][] = [];
  for (let at = 0; at < ids.length; at += MAX_IDS) parts.push({ filter: { call_ids: ids.slice(at, at + MAX_IDS) } });
  return { ...address, parts, count: ids.length };
}

/** Returns all calls of a selection that had started when the list was opened; calls that arrive later are excluded. */
export function matchingCalls(
  address: ProjectAddress,
  { filter, query }: Pick<CompiledSelection, "filter" | "query">,
  newestAt: string | null,
  count: number | null,
): CallsSubject {
  const bound = newestAt === null ? query : withCondition(query, { $not: [newerThan(newestAt)] });
  return { ...address, parts: [{ filter, ...(bound === undefined ? {} : { query: bound }) }], count };
}

/** How often a stream may break without a new row before reading fails. */
const MAX_EMPTY_RETRIES = 2;

interface ReadingOptions {
  /** Members to read; defaults to all. */
  readonly columns?: readonly string[];
  readonly sort?: ListBody["sort_by"];
  readonly signal: AbortSignal;
  /** Receives rows as they arrive; reading pauses until it is done. */
  readonly onCalls: (calls: readonly Call[]) => Promise<void>;
}

/**
 * Reads all calls. A broken stream resumes after its last row.
 *
 * @throws RequestFailure when it cannot resume or a line cannot be read, AbortError when stopped, and anything that
 * `onCalls` throws
 */
export async function readCalls(subject: CallsSubject, options: ReadingOptions): Promise<void> {
  for (const part of subject.parts) await readPart(subject, part, options);
}

async function readPart(
  { connectionId, projectId }: CallsSubject,
  part: CallsSubject["parts"][number],
  { columns, sort, signal, onCalls }: ReadingOptions,
): Promise<void> {
  let offset = 0;
  let barrenTries = 0;
  let firstId: string | undefined;
  for (;;) {
    let failure: unknown;
    let rowCount = 0;
    const take = async (calls: readonly Call[]) => {
      if (failure !== undefined) return;
      const isFirstOfAnswer = rowCount === 0;
      rowCount += calls.length;
      try {
        // A service that ignores offsets would start over each time.
        if (isFirstOfAnswer && offset > 0 && calls[0]?.id === firstId)
          throw incomplete("The stream ended early, and the service cannot resume it.");
        firstId ??= calls[0]?.id;
        await onCalls(calls);
      } catch (error) {
        // The stream would report it as its own break.
        failure = error;
      }
    };
    const body: ListBody = {
      project_id: projectId,
      ...part,
      ...(columns === undefined ? {} : { columns: [...columns] }),
      sort_by: [...(sort ?? [{ field: "started_at", direction: "desc" }]), { field: "id", direction: "desc" }],
      include_costs: columns?.includes("summary") ?? true,
      offset,
    };
    const summary = await streamOperation(connectionId, "calls.streamQuery", { body, signal }, take);
    signal.throwIfAborted();
    if (failure !== undefined) throw failure;
    const [bad] = summary.badLines;
    if (bad) throw incomplete(`Row ${offset + bad.line} could not be read: ${bad.reason}`);
    if (summary.end.kind === "complete") return;
    offset += rowCount;
    barrenTries = rowCount > 0 ? 0 : barrenTries + 1;
    if (summary.end.kind === "cut-short" && barrenTries >= MAX_EMPTY_RETRIES) {
      throw incomplete(`The stream ended early after ${offset} rows: ${summary.end.reason}`);
    }
  }
}

/** Partial results would look complete, so they count as none. */
function incomplete(message: string): RequestFailure {
  return new RequestFailure({ kind: "upstream", message, requestId: "", operation: "calls.streamQuery" });
}
