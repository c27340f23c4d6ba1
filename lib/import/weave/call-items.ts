import { z } from "zod";
import type { Operand } from "@/lib/api/contract/query/query-expression";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { errorMessage } from "@/lib/guard/error-message";
import { convertCall } from "@/lib/import/exported-call";
import { type ImportItem, noCounts } from "@/lib/import/values/import-item";
import { isMembers, type Members } from "@/lib/json/value/members";
import { pagedLines } from "./paged-lines";
import type { RefMap } from "./ref-map";
import type { WeaveProject } from "./weave-service";
import type { WeaveTally } from "./weave-tally";

const CALLS_PER_PAGE = 5_000;
/** Calls that are looked up together in the project that is written. */
const CALLS_TOGETHER = 500;
const TOGETHER_CHARACTERS = 4_000_000;

export interface CallItemsContext {
  readonly source: WeaveProject;
  readonly stored: WeaveProject;
  readonly refs: RefMap;
  readonly tally: WeaveTally;
  /** Calls that began later are not read: new ones would move the pages. */
  readonly until: Date;
  /** Calls that are not read again. */
  readonly from: number;
  /** False for an empty project, in which nothing has to be looked up. */
  readonly mayBeStored: boolean;
  readonly signal?: AbortSignal;
  readonly waitsMs?: readonly number[];
}

/** The condition that a call began before a time. */
export function startedUntil(until: Date): { $expr: Operand } {
  return { $expr: { $lte: [{ $getField: "started_at" }, { $literal: until.getTime() / 1000 }] } };
}

/** Of some calls those that a project has, and whether they have ended there. */
async function storedOf(stored: WeaveProject, ids: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
  const found = new Map<string, boolean>();
  const body = { project_id: stored.projectId, filter: { call_ids: [...ids] }, columns: ["id", "ended_at"] };
  for await (const line of stored.lines("calls.streamQuery", body)) {
    const call = parseJson(line);
    if (isMembers(call)) found.set(String(call.id), typeof call.ended_at === "string");
  }
  return found;
}

/** Yields the calls of a project that the other does not have yet, the oldest first. */
export async function* callItems(context: CallItemsContext): AsyncGenerator<ImportItem> {
  const { source, refs, until, from, signal, waitsMs } = context;
  const bodyOf = (page: { limit: number; offset: number }) => ({
    project_id: source.projectId,
    query: startedUntil(until),
    // Calls that began together have an order too, so that pages do not overlap.
    sort_by: [
      { field: "started_at", direction: "asc" as const },
      { field: "id", direction: "asc" as const },
    ],
    ...page,
  });
  const options = { from, pageSize: CALLS_PER_PAGE, ...(signal ? { signal } : {}), ...(waitsMs ? { waitsMs } : {}) };
  let together: (Members | null)[] = [];
  let characters = 0;
  for await (const line of pagedLines(source, "calls.streamQuery", bodyOf, options)) {
    if (together.length >= CALLS_TOGETHER || characters > TOGETHER_CHARACTERS) {
      yield* missingItems(together, context);
      [together, characters] = [[], 0];
    }
    together.push(readCall(refs.rewritten(line)));
    characters += line.length;
  }
  yield* missingItems(together, context);
}

function readCall(line: string): Members | null {
  try {
    const call = parseJson(line);
    return isMembers(call) && typeof call.id === "string" ? call : null;
  } catch {
    return null;
  }
}

/** Counts calls in the order in which they are read, so that an import can continue behind those that are stored. */
async function* missingItems(
  calls: readonly (Members | null)[],
  context: CallItemsContext,
): AsyncGenerator<ImportItem> {
  const { stored, tally, mayBeStored } = context;
  if (calls.length === 0) return;
  const ids = calls.flatMap((call) => (call === null ? [] : [String(call.id)]));
  const found = mayBeStored ? await storedOf(stored, ids) : new Map<string, boolean>();
  for (const call of calls) {
    if (call === null) {
      tally.add("calls", { read: 1 });
      tally.skip("calls", `call ${tally.counts.calls.read}`, "The line is not a call.");
      continue;
    }
    const hasEnded = found.get(String(call.id));
    tally.add("calls", { read: 1 });
    if (hasEnded === true || (hasEnded === false && typeof call.ended_at !== "string")) {
      tally.add("calls", { present: 1 });
      continue;
    }
    const item = itemOf(call, context);
    if (item !== null) yield item;
  }
}

function itemOf(call: Members, { stored, tally }: CallItemsContext): ImportItem | null {
  const filePosition = `call ${String(call.id)}`;
  try {
    const { parts } = convertCall(call, stored.projectId);
    return { kind: "item", filePosition, parts, feedback: [], counts: { ...noCounts, calls: 1 }, reward: null };
  } catch (error) {
    const [issue] = error instanceof z.ZodError ? error.issues : [];
    tally.skip("calls", filePosition, issue ? `${issue.path.join(".")}: ${issue.message}` : errorMessage(error));
    return null;
  }
}
