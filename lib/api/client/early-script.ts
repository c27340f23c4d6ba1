import type { OperationsOfKind, RequestOf } from "@/lib/api/contract/operations";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { STORED_ZONE } from "@/lib/format/time-zone";
import type { Workspace } from "@/lib/workspace/workspace";
import { EARLY_NAME, servicePath } from "./early-request";

type ReadId = OperationsOfKind<"json" | "jsonl">;

/** The first request of a page, as the page will write it. Its method is POST. */
export type EarlyRequest<Id extends ReadId = ReadId> = {
  readonly [Each in Id]: {
    readonly operation: Each;
    readonly body: RequestOf<Each>;
    /** True when the page asks for something else where times are written in the reader's zone, which no server knows. */
    readonly isInUtc?: boolean;
  };
}[Id];

/**
 * Returns the first request of a page at an address; null where the document should not send it.
 *
 * @param atMs the time from which a relative range is measured
 */
export type FirstRequest = (workspace: Workspace, address: URLSearchParams, atMs: number) => EarlyRequest | null;

/**
 * How far the clocks of the browser and the server may be apart, and how long the response waits for the page. A document
 * that the browser restores from its history is older.
 */
const KEPT_MS = 30_000;

/** JSON that cannot end the script that contains it. */
const literal = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");

/**
 * Returns the script with which a document sends a request. A failure is left for the page, which reports it; so is a
 * response, which is given up when no page takes it.
 */
export function earlyScript(connectionId: string, { operation, body, isInUtc }: EarlyRequest, atMs: number): string {
  const early = literal({ operation, path: servicePath(connectionId, operation), body: stringifyJson(body), atMs });
  const zone = isInUtc === true ? `try{zone=localStorage.getItem(${literal(STORED_ZONE)})}catch{}` : "";
  const init = `{method:"POST",headers:{"content-type":"application/json"},body:early.body,signal:early.stop.signal}`;
  return [
    `{const early=${early};let zone;${zone}`,
    `if(Math.abs(Date.now()-early.atMs)<${KEPT_MS}&&zone!=="local"){`,
    `early.stop=new AbortController();early.response=fetch(early.path,${init});early.response.catch(()=>{});`,
    `self.${EARLY_NAME}=early;`,
    `setTimeout(()=>{if(self.${EARLY_NAME}===early){delete self.${EARLY_NAME};early.stop.abort()}},${KEPT_MS})}}`,
  ].join("");
}
