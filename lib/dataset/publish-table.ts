import { unreadable } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { Dictionary } from "@/lib/json/value/value-kind";

/** A request stays well below the limit of public servers, which is 32 MiB. */
const MAX_TEXT_CHARACTERS = 16_000_000;
const MAX_ROWS = 20_000;

export interface PublishTarget {
  readonly connectionId: string;
  readonly projectId: string;
}

/** Splits rows into requests: by their number, and by the length of their text. */
export function* requestParts(rows: readonly Dictionary[]): Generator<readonly Dictionary[]> {
  let part: Dictionary[] = [];
  let length = 0;
  for (const row of rows) {
    const rowLength = stringifyJson(row).length;
    if (part.length > 0 && (part.length >= MAX_ROWS || length + rowLength > MAX_TEXT_CHARACTERS)) {
      yield part;
      part = [];
      length = 0;
    }
    part.push(row);
    length += rowLength;
  }
  yield part;
}

/**
 * Stores rows as a table and returns its digest. Many rows are stored in parts first, and the table is then created
 * from these rows: completely, or not at all.
 *
 * @throws RequestFailure, AbortError
 */
export async function publishTable(
  { connectionId, projectId }: PublishTarget,
  rows: readonly Dictionary[],
  signal: AbortSignal,
  onStored: (rowCount: number) => void,
): Promise<string> {
  const digests: string[] = [];
  let storedCount = 0;
  let only: string | null = null;
  for (const part of requestParts(rows)) {
    const body = { table: { project_id: projectId, rows: [...part] } };
    const made = await callOperation(connectionId, "table.create", { body, signal });
    only = part.length === rows.length ? made.digest : null;
    if (only === null && made.row_digests?.length !== part.length) {
      throw unreadable(
        "table.create",
        "The service did not return digests for the stored rows, so they cannot be combined.",
      );
    }
    for (const digest of made.row_digests ?? []) digests.push(digest);
    storedCount += part.length;
    onStored(storedCount);
  }
  if (only !== null) return only;
  const body = { project_id: projectId, row_digests: digests };
  return (await callOperation(connectionId, "table.createFromDigests", { body, signal })).digest;
}

/** Returns the value of a dataset with a table's rows, as SDKs read it, and other members of an earlier version. */
export function datasetValue(projectId: string, name: string, tableDigest: string, otherMembers: Dictionary = {}) {
  return {
    _type: "Dataset",
    _class_name: "Dataset",
    _bases: ["Object", "BaseModel"],
    description: null,
    ...otherMembers,
    name,
    rows: `weave:///${projectId}/table/${tableDigest}`,
  };
}

/**
 * Publishes a dataset with a table's rows, as a new version if the name already exists. Returns its digest.
 *
 * @param otherMembers the value of the previous version, whose other members the new one keeps
 */
export async function publishDataset(
  { connectionId, projectId }: PublishTarget,
  name: string,
  tableDigest: string,
  signal: AbortSignal,
  otherMembers: Dictionary = {},
): Promise<string> {
  const val = datasetValue(projectId, name, tableDigest, otherMembers);
  const body = { obj: { project_id: projectId, object_id: name, val } };
  return (await callOperation(connectionId, "obj.create", { body, signal })).digest;
}

/**
 * Creates a table with a stored table's rows and more after them, and returns its digest. The stored table stays.
 *
 * @throws RequestFailure, AbortError
 */
export async function appendToTable(
  { connectionId, projectId }: PublishTarget,
  baseDigest: string,
  rows: readonly Dictionary[],
  signal: AbortSignal,
  onStored: (rowCount: number) => void,
): Promise<string> {
  let digest = baseDigest;
  let storedCount = 0;
  for (const part of requestParts(rows)) {
    const updates = part.map((row) => ({ append: { row } }));
    const body = { project_id: projectId, base_digest: digest, updates };
    digest = (await callOperation(connectionId, "table.update", { body, signal })).digest;
    storedCount += part.length;
    onStored(storedCount);
  }
  return digest;
}
