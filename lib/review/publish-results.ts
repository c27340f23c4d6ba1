import { objectName, publishDataset, publishTable } from "@/lib/dataset/publish-table";
import type { Dictionary } from "@/lib/json/value/value-kind";
import { readCalls } from "@/lib/thread/read-thread-calls";
import { datasetRows, preferencePairs, type ReviewedCall } from "./result-rows";
import type { ItemResult } from "./results";

/** The uses of the results of a queue. */
export type ResultUse = { readonly kind: "dataset" } | { readonly kind: "pairs"; readonly question: string | null };

/** A stored dataset. */
export interface PublishedResults {
  readonly name: string;
  readonly version: string;
  readonly table: string;
  readonly rowCount: number;
}

interface ResultsAddress {
  readonly connectionId: string;
  readonly projectId: string;
  readonly signal: AbortSignal;
}

/** Calls per request: their payloads are read in full. */
const CALLS_PER_REQUEST = 100;

async function readReviewedCalls(
  address: ResultsAddress,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReviewedCall>> {
  const calls = new Map<string, ReviewedCall>();
  for (let at = 0; at < ids.length; at += CALLS_PER_REQUEST) {
    const batch = ids.slice(at, at + CALLS_PER_REQUEST);
    for (const call of await readCalls(address, { call_ids: batch }, ["inputs", "output"])) calls.set(call.id, call);
  }
  return calls;
}

/**
 * Stores the results of a queue as a dataset of its name; one that exists gets a new version.
 *
 * @returns null where there is nothing to store
 * @throws RequestFailure, AbortError, ResponseCutShortError
 */
export async function publishResults(
  address: ResultsAddress,
  queueName: string,
  results: readonly ItemResult[],
  use: ResultUse,
): Promise<PublishedResults | null> {
  const calls = await readReviewedCalls(address, [...new Set(results.map(({ item }) => item.call_id))]);
  const rows: readonly Dictionary[] =
    use.kind === "dataset" ? datasetRows(results, calls) : preferencePairs(results, calls, use.question);
  if (rows.length === 0) return null;
  const table = await publishTable(address, rows, address.signal, () => undefined);
  const base = objectName(queueName) || "review";
  const name = objectName(`${base.slice(0, 110)}-${use.kind === "dataset" ? "results" : "preferences"}`);
  const version = await publishDataset(address, name, table, address.signal);
  return { name, version, table, rowCount: rows.length };
}
