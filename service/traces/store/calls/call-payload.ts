import { StringDecoder } from "node:string_decoder";
import type { ValueField } from "@/lib/api/contract/values/values";
import type { Store } from "@/service/traces/store/engine/store";
import type { CallKey } from "./call-keys";
import { KEYS_ARE_KNOWN } from "./call-rows";
import { STORED_CALLS_SQL } from "./visible-calls";

/** Bytes read from the engine at a time: reading a piece delays other queries by only milliseconds. */
const PIECE = 4 * 1024 ** 2;

interface Piece {
  readonly bytes: number;
  /** Base64, because a piece may end inside a character. */
  readonly piece: string;
}

/** Reads one payload of a call as it was stored, in pieces; empty when there is none. */
export async function readPayload(
  store: Store,
  projectId: string,
  key: CallKey,
  field: ValueField,
  signal?: AbortSignal,
): Promise<string> {
  const decoder = new StringDecoder("utf8");
  const texts: string[] = [];
  let at = 0;
  let left = 1;
  while (left > 0) {
    const [row] = await store.read<Piece>({
      // `field` is one of four constant names.
      sql: `SELECT length(call_rows.${field}) AS bytes,
  base64Encode(substring(call_rows.${field}, {from:UInt64}, {count:UInt64})) AS piece
FROM call_rows
WHERE ${STORED_CALLS_SQL}
  AND call_rows.started_at = {startedAt:DateTime64(6, 'UTC')} AND call_rows.id = {id:String}`,
      params: { projectId, startedAt: key.startedAt, id: key.id, from: at + 1, count: PIECE },
      settings: KEYS_ARE_KNOWN,
      ...(signal ? { signal } : {}),
    });
    const bytes = Buffer.from(row?.piece ?? "", "base64");
    texts.push(decoder.write(bytes));
    at += bytes.length;
    left = bytes.length === 0 ? 0 : (row?.bytes ?? 0) - at;
  }
  return texts.join("");
}
