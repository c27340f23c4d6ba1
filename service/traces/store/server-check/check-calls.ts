import { v7 as uuid7 } from "uuid";
import type { CallPart, EndPart, Payload, StartPart } from "@/service/traces/store/calls/call-parts";
import { STORED_CALLS_SQL } from "@/service/traces/store/calls/visible-calls";
import type { Store } from "@/service/traces/store/engine/store";

const EMPTY: Payload = { text: "{}", searchText: "", size: 2, refs: [] };

/** Texts that a server, or a proxy before it, may change. */
export const DIFFICULT_TEXT = 'It\'s "C:\\new\\table"\t\n\u2028 😀 {x:String} \\N';

/** The start and the end of a call, with a text that is difficult to keep. */
export function callParts(
  projectId: string,
  members: Partial<StartPart> & Pick<Partial<EndPart>, "endedAt"> = {},
): [StartPart, EndPart] {
  const { endedAt, ...ofStart } = members;
  const id = uuid7();
  const text = JSON.stringify(DIFFICULT_TEXT);
  const payload: Payload = { text, searchText: "", size: text.length, refs: [] };
  const start: StartPart = {
    ...{ part: "start", projectId, id, startedAt: "2026-11-20 10:00:00.000000", traceId: `trace of ${id}` },
    ...{ parentId: null, threadId: null, turnId: null, opName: "op", displayName: null, userId: "user" },
    ...{ runId: null, runStep: null, attributes: EMPTY, inputs: payload, otelDump: null },
    ...ofStart,
  };
  const end: EndPart = {
    ...{ part: "end", projectId, id: start.id, endedAt: endedAt ?? "2026-11-20 10:00:01.500000", exception: null },
    ...{ descendantErrors: 0, output: payload, summary: EMPTY, runStepEnd: null },
  };
  return [start, end];
}

export interface ReadCall {
  readonly id: string;
  readonly inputs: string;
  readonly output: string;
}

/** Returns the calls of a project as a process sees them. */
export const readCalls = (store: Store, projectId: string): Promise<ReadCall[]> =>
  store.read<ReadCall>({
    sql: `SELECT id, inputs, output FROM call_rows WHERE ${STORED_CALLS_SQL} ORDER BY started_at, id`,
    params: { projectId },
  });

/** @throws Error when the calls are not these, each once and whole */
export function requireCalls(rows: readonly ReadCall[], parts: readonly CallPart[]): void {
  const expected = [...new Set(parts.map(({ id }) => id))].sort();
  const found = rows.map(({ id }) => id).sort();
  if (JSON.stringify(found) !== JSON.stringify(expected)) {
    throw new Error(`${expected.length} calls were sent, and ${found.length} are read.`);
  }
  const text = JSON.stringify(DIFFICULT_TEXT);
  const changed = rows.filter(({ inputs, output }) => inputs !== text || output !== text);
  if (changed.length > 0) throw new Error(`${changed.length} calls are not as they were sent.`);
}
