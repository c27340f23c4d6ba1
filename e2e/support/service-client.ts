import { v7 as uuidv7 } from "uuid";
import { API_KEY } from "./run-heddle";

const HEADERS = { authorization: `Basic ${Buffer.from(`api:${API_KEY}`).toString("base64")}` };

/** Sends one JSON operation to the service as an SDK does; a string is sent unchanged. */
export async function send(serviceUrl: string, path: string, body: unknown): Promise<unknown> {
  const response = await fetch(`${serviceUrl}${path}`, {
    method: "POST",
    headers: HEADERS,
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  return text === "" ? null : JSON.parse(text);
}

export interface SeedCall {
  readonly op: string;
  readonly startedAt: Date;
  /** Undefined for a running call. */
  readonly durationMs?: number;
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly output?: unknown;
  readonly exception?: string;
  readonly thread?: string;
  /** The turn of a call below it; a call of a thread is a turn itself without one. */
  readonly turn?: string;
  readonly parent?: string;
  readonly traceId?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly summary?: Readonly<Record<string, unknown>>;
}

/** Logs calls through /call/upsert_batch and returns their ids. */
export async function logCalls(serviceUrl: string, project: string, calls: readonly SeedCall[]): Promise<string[]> {
  const ids = calls.map(() => uuidv7());
  const batch = calls.flatMap((call, index) => {
    const id = ids[index];
    const start = {
      project_id: project,
      id,
      trace_id: call.traceId ?? id,
      parent_id: call.parent ?? null,
      thread_id: call.thread ?? null,
      turn_id: call.turn ?? (call.thread ? id : null),
      op_name: call.op,
      started_at: call.startedAt.toISOString(),
      attributes: call.attributes ?? {},
      inputs: call.inputs ?? {},
    };
    const items: unknown[] = [{ mode: "start", req: { start } }];
    if (call.durationMs !== undefined) {
      const end = {
        project_id: project,
        id,
        ended_at: new Date(call.startedAt.getTime() + call.durationMs).toISOString(),
        output: call.output ?? null,
        exception: call.exception ?? null,
        summary: call.summary ?? {},
      };
      items.push({ mode: "end", req: { end } });
    }
    return items;
  });
  await send(serviceUrl, "/call/upsert_batch", { batch });
  return ids;
}
