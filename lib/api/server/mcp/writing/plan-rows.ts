import { z } from "zod";
import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { oneLine } from "@/lib/api/server/mcp/answer/bounded-text";
import { ToolError } from "@/lib/api/server/mcp/answer/tool-error";
import type { OpenWorkspace } from "@/lib/api/server/mcp/service/agent-reader";
import { needing } from "@/lib/api/server/mcp/tools/unsupported";
import { datasetValue } from "@/lib/dataset/publish-table";
import { membersOf, type RowColumn, tableRowOfCall } from "@/lib/dataset/rows-of-calls";
import { rowsDigest } from "@/lib/dataset/table-address";
import { countOf, formatCount } from "@/lib/format/count";
import { isMembers } from "@/lib/json/value/members";
import type { Dictionary } from "@/lib/json/value/value-kind";
import type { PlannedChange } from "./planned-change";

const MAX_ROWS = 100;
const MAX_COLUMNS = 50;
/** Characters of all rows together: a plan for more is not read by anyone. */
const MAX_CHARACTERS = 4_000_000;
const SHOWN_ROWS = 3;

const jsonRow = z.record(z.string().min(1).max(256), z.unknown());

export const rowsInput = z.strictObject({
  dataset: z
    .string()
    .regex(/^[\w.-]{1,128}$/)
    .describe("Its name. One that does not exist is created; the rows come after those of the newest version."),
  rows: z.array(jsonRow).min(1).max(MAX_ROWS).optional(),
  call_ids: z
    .array(z.string().min(1).max(256))
    .min(1)
    .max(MAX_ROWS)
    .optional()
    .describe("Instead of rows: a row for each call, in this order, with columns. The payloads need not be read."),
  columns: z
    .record(z.string().min(1).max(256), z.string().min(1).max(512))
    .optional()
    .describe('For call_ids: names and paths in a call, {"question": "inputs.question", "call": "id"}.'),
});

type RowsInput = z.output<typeof rowsInput>;

async function rowsOfCalls(
  { service, projectId }: OpenWorkspace,
  ids: readonly string[],
  columns: readonly RowColumn[],
): Promise<readonly Dictionary[]> {
  const body = {
    project_id: projectId,
    filter: { call_ids: [...ids] },
    columns: [...membersOf(columns)],
    limit: ids.length,
  };
  const { rows: calls, problem } = await needing(
    "calls.streamQuery",
    "Pass rows instead of call_ids.",
    service.rows("calls.streamQuery", { body }, ids.length),
  );
  if (problem !== null) throw new ToolError(`The calls could not be read: ${problem}.`);
  const byId = new Map(calls.map((call) => [call.id, call]));
  return ids.map((id) => {
    const call = byId.get(id);
    if (call === undefined) throw new ToolError(`No call has the id ${JSON.stringify(id)} in this workspace.`);
    return tableRowOfCall(call, columns);
  });
}

/** The rows to add. @throws ToolError for a column that no call has, and for none or two kinds of rows */
async function newRows(workspace: OpenWorkspace, wanted: RowsInput): Promise<readonly Dictionary[]> {
  const { rows, call_ids: ids, columns = {} } = wanted;
  if ((rows === undefined) === (ids === undefined)) throw new ToolError("rows: pass either rows or call_ids.");
  if (ids === undefined) return rows ?? [];
  const paths = Object.entries(columns).map(([name, path]) => ({ name, path }));
  if (paths.length === 0 || paths.length > MAX_COLUMNS)
    throw new ToolError(`rows: call_ids need 1 to ${MAX_COLUMNS} columns, such as {"question": "inputs.question"}.`);
  if (new Set(ids).size < ids.length) throw new ToolError("rows: a call is named twice.");
  const made = await rowsOfCalls(workspace, ids, paths);
  const empty = paths.find(({ name }) => made.every((row) => !Object.hasOwn(row, name)));
  if (empty !== undefined) throw new ToolError(`rows: none of the calls has a value at ${empty.path}; see read_call.`);
  return made;
}

/** The newest version of a dataset, or undefined for a new one. @throws ToolError for another kind of object */
async function newestVersion(
  { service, projectId }: OpenWorkspace,
  name: string,
): Promise<{ readonly version: ObjectVersion; readonly digest: string } | undefined> {
  const filter = { object_ids: [name], latest_only: true };
  const { objs } = await service.call("objs.query", { body: { project_id: projectId, filter, limit: 10 } });
  const version = objs.find(({ object_id: id, is_latest: isLatest }) => id === name && isLatest === 1);
  if (version === undefined) return undefined;
  const digest = rowsDigest(version.val);
  if (digest === null) throw new ToolError(`${name} is not a dataset with a table of rows. Choose another name.`);
  return { version, digest };
}

function shownRows(rows: readonly Dictionary[]): readonly string[] {
  const missing = new Map<string, number>();
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  for (const name of names) missing.set(name, rows.filter((row) => !Object.hasOwn(row, name)).length);
  const columns = [...missing].map(([name, count]) =>
    count === 0 ? name : `${name} (missing in ${countOf(count, "row")})`,
  );
  const more = rows.length > SHOWN_ROWS ? [`and ${formatCount(rows.length - SHOWN_ROWS)} more`] : [];
  return [
    `columns: ${oneLine(columns.join(", "), 1_000)}`,
    ...rows.slice(0, SHOWN_ROWS).map((row) => oneLine(stringifyJson(row), 600)),
    ...more,
  ];
}

export async function planRows(workspace: OpenWorkspace, wanted: RowsInput): Promise<PlannedChange> {
  const { service, projectId, slug } = workspace;
  const { dataset } = wanted;
  const [rows, newest] = await Promise.all([newRows(workspace, wanted), newestVersion(workspace, dataset)]);
  if (stringifyJson(rows).length > MAX_CHARACTERS)
    throw new ToolError(`The rows have more than ${formatCount(MAX_CHARACTERS)} characters: add them in parts.`);
  const next = `v${(newest?.version.version_index ?? -1) + 1}`;
  const target =
    newest === undefined
      ? `the new dataset ${dataset}`
      : `${dataset}, as its version ${next}: whoever loads the newest version gets them`;
  const store = async (): Promise<string> => {
    if (newest === undefined) {
      const body = { table: { project_id: projectId, rows: [...rows] } };
      return (await needing("table.create", "Nothing was written.", service.call("table.create", { body }))).digest;
    }
    const updates = rows.map((row) => ({ append: { row } }));
    const body = { project_id: projectId, base_digest: newest.digest, updates };
    return (await needing("table.update", "Nothing was written.", service.call("table.update", { body }))).digest;
  };
  return {
    lines: [`${countOf(rows.length, "row")} to ${target}`, ...shownRows(rows)],
    // With another newest version it would be another dataset.
    action: { dataset, rows, after: newest?.version.digest ?? null },
    path: `/${slug}/objects?${new URLSearchParams({ object: dataset })}`,
    run: async () => {
      const table = await store();
      const others = isMembers(newest?.version.val) ? newest.version.val : {};
      const val = datasetValue(projectId, dataset, table, others);
      const body = { obj: { project_id: projectId, object_id: dataset, val } };
      const { digest } = await service.call("obj.create", { body });
      return `Written: ${countOf(rows.length, "row")} in ${dataset} ${next} (${digest}).`;
    },
  };
}
