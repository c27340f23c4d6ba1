import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { StoredCall } from "@/test/faults/call-ledger";
import { ask, REQUEST_HEADERS, Refused } from "@/test/faults/service-process";

/** Reads all calls of a project from a service, one after the other: together they may not fit into memory. */
export async function* storedCalls(url: string, project: string): AsyncGenerator<StoredCall, void, void> {
  const response = await fetch(`${url}/calls/stream_query`, {
    method: "POST",
    headers: REQUEST_HEADERS,
    body: JSON.stringify({ project_id: project }),
  });
  if (response.status !== 200 || response.body === null) throw new Refused(await response.text());
  // The two types of the same stream do not know each other.
  const lines = createInterface({ input: Readable.fromWeb(response.body as ReadableStream) });
  for await (const line of lines) if (line !== "") yield JSON.parse(line) as StoredCall;
}

/** Returns the number of calls of a project, as a service counts them. */
export async function countCalls(url: string, project: string): Promise<number> {
  const { count } = JSON.parse(await ask(url, "/calls/query_stats", { project_id: project })) as { count: number };
  return count;
}
