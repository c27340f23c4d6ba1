import { z } from "zod";
import { MAX_ANSWER_CHARACTERS, textPage } from "@/lib/api/server/mcp/answer/bounded-text";
import { ToolError } from "@/lib/api/server/mcp/answer/tool-error";
import type { AgentReader, OpenWorkspace } from "@/lib/api/server/mcp/service/agent-reader";
import { rowsDigest } from "@/lib/dataset/table-address";
import { resolveTimeRange } from "@/lib/filter/time-range";
import { countOf, formatCount } from "@/lib/format/count";
import { pathText, valueAt, valueText } from "@/lib/json/value/json-path";
import { objectHref } from "@/lib/object/object-key";
import { diffText } from "./diff-text";
import { listVersions } from "./list-versions";
import { NO_ROWS, type ObjectsOutput, objectsOutput, versionRowOf } from "./object-answer";
import { readVersion } from "./read-version";
import { footText, rangeInputs, readRange, workspaceInput } from "./shared-input";
import { readTableRows, rowsText } from "./table-rows";
import { defineTool, type ToolAnswer } from "./tool";

interface ReadInput {
  readonly version: string;
  readonly compare_with?: string | undefined;
  readonly path: readonly (string | number)[];
  readonly from: number;
  readonly length: number;
}

async function showVersion(
  workspace: OpenWorkspace,
  objectId: string,
  input: ReadInput,
  reader: AgentReader,
): Promise<ToolAnswer<ObjectsOutput>> {
  const { compare_with: other, path, from, length } = input;
  const [right, left] = await Promise.all([
    readVersion(workspace, objectId, input.version),
    other === undefined ? null : readVersion(workspace, objectId, other),
  ]);
  const row = versionRowOf(right);
  const key = { kind: right.kind === "op" ? ("op" as const) : ("object" as const), id: objectId };
  const url = workspace.pageUrl(objectHref(workspace.slug, key, right.digest));
  const shared = { versions: [row], next_offset: null, ...NO_ROWS, url };
  const head = `${objectId} ${row.version} (${row.digest}), ${row.kind}, created ${row.created_at}`;
  if (left !== null) {
    const { text, added, removed, omittedCount } = await diffText(
      left.val,
      right.val,
      MAX_ANSWER_CHARACTERS,
      reader.signal,
    );
    const cut = omittedCount > 0 ? [`${omittedCount} more lines: read both versions by path.`] : [];
    const counts = `Against v${left.version_index}: ${countOf(added, "line")} added, ${countOf(removed, "line")} removed.`;
    return {
      text: `${head}\n${counts}\n${text}${footText(cut, url)}`,
      data: { ...shared, value: null, diff: text, cut },
    };
  }
  const value = valueAt(right.val, path);
  if (value === undefined) throw new ToolError(`The version has no value at ${pathText(path)}.`);
  const page = textPage(valueText(value), from, length);
  const cut =
    page.to < page.length ? [`${formatCount(page.length - page.to)} more characters: pass from ${page.to}.`] : [];
  return { text: `${head}\n${page.text}${footText(cut, url)}`, data: { ...shared, value: page, diff: null, cut } };
}

interface RowsInput extends ReadInput {
  readonly limit: number;
  readonly offset: number;
}

/** The digest of the table of a dataset's version. @throws ToolError for an object without rows */
async function tableOf(workspace: OpenWorkspace, objectId: string, version: string): Promise<string> {
  const digest = rowsDigest((await readVersion(workspace, objectId, version)).val);
  if (digest === null) throw new ToolError(`${JSON.stringify(objectId)} has no table of rows: read its value instead.`);
  return digest;
}

async function showRows(
  workspace: OpenWorkspace,
  address: string,
  page: RowsInput,
): Promise<ToolAnswer<ObjectsOutput>> {
  const read = await readTableRows(workspace, address, page, (id, version) => tableOf(workspace, id, version));
  const { rows, count, nextOffset, cut } = read;
  const url = workspace.pageUrl(`/${workspace.slug}/tables?${new URLSearchParams({ digest: read.digest })}`);
  const facts = { rows: [...rows], row_count: count, next_offset: nextOffset, url, cut: [...cut] };
  return { text: rowsText(read) + footText(cut, url), data: { versions: [], value: null, diff: null, ...facts } };
}

export const objectsTool = defineTool({
  name: "objects",
  title: "Objects, versions and rows",
  description:
    "Objects are versioned values: prompts, models, datasets, and ops with their code. Without object_id: the newest version of each. With object_id: its versions; with figures too, the calls, errors, latency, cost and scores of each. " +
    "With object_id and version (latest, vN, a digest or an alias): the value, page by page. With compare_with too: what changed between two versions. With rows_of: the rows of a dataset or table.",
  input: z.strictObject({
    workspace: workspaceInput,
    object_id: z.string().min(1).max(256).optional(),
    kind: z.enum(["any", "object", "op", "prompt", "dataset", "model"]).default("any"),
    version: z.string().min(1).max(256).optional().describe("latest, vN, a digest, or an alias."),
    compare_with: z.string().min(1).max(256).optional().describe("The earlier version."),
    figures: z.boolean().default(false).describe("Needs object_id. Counts the calls of a range, 4w without one."),
    ...rangeInputs,
    rows_of: z
      .string()
      .min(1)
      .max(1000)
      .optional()
      .describe(
        "NAME:latest, NAME:vN, or the ref or digest of a table. With limit 1, from and length page in the row.",
      ),
    path: z
      .array(z.union([z.string().max(512), z.number().int().min(0)]))
      .max(50)
      .default([]),
    from: z.number().int().min(0).default(0).describe("First character of the value, or of a single row."),
    length: z.number().int().min(256).max(MAX_ANSWER_CHARACTERS).default(8_000),
    limit: z.number().int().min(1).max(200).default(30),
    offset: z.number().int().min(0).max(1_000_000).default(0),
  }),
  output: objectsOutput,
  operations: [
    "objs.query",
    "obj.read",
    "tags.list",
    "table.query",
    "table.queryStats",
    "calls.stats",
    "scores.list",
    "scores.figures",
  ],
  run: async ({ version, ...input }, reader) => {
    const workspace = await reader.open(input.workspace);
    const { object_id: objectId, compare_with: other, rows_of: rowsOf } = input;
    if (rowsOf !== undefined) return await showRows(workspace, rowsOf, { ...input, version: "latest" });
    if (input.figures && objectId === undefined) throw new ToolError("figures needs object_id.");
    if (version === undefined && other === undefined) {
      const counted = input.figures ? resolveTimeRange(readRange(input, "4w"), reader.nowMs) : null;
      return await listVersions(workspace, { ...input, counted });
    }
    if (objectId === undefined) throw new ToolError("version and compare_with need object_id.");
    return await showVersion(workspace, objectId, { ...input, version: version ?? "latest" }, reader);
  },
});
