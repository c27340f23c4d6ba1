import { API_KEY } from "@/e2e/support/run-heddle";

const PART_ROWS = 20_000;

/** A row of about 300 bytes, typical for datasets of agents. */
export const rowOf = (index: number) => ({
  task: { id: index, user: `user_${index % 97}`, instruction: "Cancel EHGLP3, you booked it less than 24 hours ago." },
  calls: [{ name: "book_reservation" }, { name: "calculate", n: index % 7 }],
  scores: { reward: ((index * 7919) % 1000) / 1000, ok: index % 3 === 0 },
  usage: { tokens: 16_000 + (index % 9000) },
});

/** Posts to a service with a key, as SDKs do. */
export function postTo(serviceUrl: string, key: string = API_KEY) {
  return (path: string, body: unknown): Promise<Response> => {
    const headers = {
      authorization: `Basic ${Buffer.from(`api:${key}`).toString("base64")}`,
      "content-type": "application/json",
    };
    return fetch(`${serviceUrl}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  };
}

type Post = ReturnType<typeof postTo>;

async function answer<Result>(post: Post, path: string, body: unknown): Promise<Result> {
  const response = await post(path, body);
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Result;
}

/** Assembles a table of parts, as SDKs do with many rows, and returns its digest. */
export async function fillTable(post: Post, projectId: string, rowCount: number): Promise<string> {
  const digests: string[] = [];
  for (let from = 0; from < rowCount; from += PART_ROWS) {
    const rows = Array.from({ length: Math.min(PART_ROWS, rowCount - from) }, (_, index) => rowOf(from + index));
    const table = { project_id: projectId, rows };
    const made = await answer<{ row_digests: string[] }>(post, "/table/create", { table });
    for (const digest of made.row_digests) digests.push(digest);
  }
  const body = { project_id: projectId, row_digests: digests };
  return (await answer<{ digest: string }>(post, "/table/create_from_digests", body)).digest;
}

/** Publishes a dataset with a table's rows. */
export async function publish(post: Post, projectId: string, name: string, digest: string): Promise<void> {
  const rows = `weave:///${projectId}/table/${digest}`;
  const val = { _type: "Dataset", _class_name: "Dataset", _bases: ["Object", "BaseModel"], name, rows };
  await answer(post, "/obj/create", { obj: { project_id: projectId, object_id: name, val } });
}

/** The rate of a stream. */
export interface Reading {
  readonly firstMs: number;
  readonly allMs: number;
}

/** Reads the bytes of a stream of rows and does nothing with them. */
export async function takeBytes(post: Post, request: object): Promise<Reading> {
  const begun = performance.now();
  const response = await post("/table/query_stream", request);
  if (!response.ok || !response.body) throw new Error(`The stream answered ${response.status}`);
  let firstMs = 0;
  for await (const _ of response.body) firstMs ||= performance.now() - begun;
  return { firstMs, allMs: performance.now() - begun };
}
