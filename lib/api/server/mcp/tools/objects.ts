import { z } from "zod";
import { RequestFailure } from "@/lib/api/client/request-failure";
import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import { fitRows, MAX_ANSWER_CHARACTERS, textPage } from "@/lib/api/server/mcp/answer/bounded-text";
import { textTable } from "@/lib/api/server/mcp/answer/text-table";
import { ToolError } from "@/lib/api/server/mcp/answer/tool-error";
import type { AgentReader, OpenWorkspace } from "@/lib/api/server/mcp/service/agent-reader";
import { rowsDigest } from "@/lib/dataset/table-address";
import { resolveTimeRange } from "@/lib/filter/time-range";
import { countOf, formatCount } from "@/lib/format/count";
import { pathText, valueAt, valueText } from "@/lib/json/value/json-path";
import { objectHref } from "@/lib/object/object-key";
import { diffText } from "./diff-text";
import { figureCells } from "./figure-row";
import { scoreRowText } from "./score-row";
import { type Bounds, cutOutput, footText, rangeInputs, rangeText, readRange, workspaceInput } from "./shared-input";
import { readTableRows, rowsText, tableRow } from "./table-rows";
import { defineTool, type ToolAnswer } from "./tool";
import { readVersionFigures, versionFigures } from "./version-figures";

const versionRow = z.object({
  object_id: z.string(),
  kind: z.string(),
  type: z.string().nullable(),
  version: z.string().describe("vN"),
  digest: z.string(),
  created_at: z.string(),
  is_latest: z.boolean(),
  labels: z.array(z.string()).describe("Tags and aliases."),
  figures: versionFigures.nullable().describe("Of its calls; null unless figures is set, or without calls."),
});

const output = z.object({
  versions: z.array(versionRow).describe("The newest version of each object, or all versions of one."),
  next_offset: z.number().int().nullable(),
  value: z
    .object({ text: z.string(), from: z.number().int(), to: z.number().int(), length: z.number().int() })
    .nullable()
    .describe("JSON text of the version that was read."),
  rows: z.array(tableRow).describe("Of the table that rows_of names."),
  row_count: z.number().nullable(),
  diff: z.string().nullable().describe("Changes from compare_with (-) to version (+)."),
  url: z.string(),
  cut: cutOutput,
});

type Output = z.input<typeof output>;

const NO_ROWS = { rows: [], row_count: null };

function rowOf(version: ObjectVersion): z.infer<typeof versionRow> {
  return {
    object_id: version.object_id,
    kind: version.kind,
    type: version.leaf_object_class ?? version.base_object_class ?? null,
    version: `v${version.version_index}`,
    digest: version.digest,
    created_at: version.created_at,
    is_latest: version.is_latest === 1,
    labels: [...(version.tags ?? []), ...(version.aliases ?? [])],
    figures: null,
  };
}

/** The classes that SDKs publish, besides ops and all objects. */
const CLASSES = { prompt: "Prompt", dataset: "Dataset", model: "Model" } as const;

type Kind = "any" | "object" | "op" | keyof typeof CLASSES;

const isClass = (kind: Kind): kind is keyof typeof CLASSES => Object.hasOwn(CLASSES, kind);

interface ListInput {
  readonly object_id?: string | undefined;
  readonly kind: Kind;
  readonly limit: number;
  readonly offset: number;
  /** The calls whose figures are read; null for none. */
  readonly counted: Bounds | null;
}

type VersionRow = z.infer<typeof versionRow>;

/** The figures of a version on lines below its own. */
function figuresText({ version, figures }: VersionRow): string {
  if (figures === null) return `${version}: no calls`;
  const [calls, errors, share, p50, p90, tokens, cost] = figureCells(figures);
  const failed = figures.errors === 0 ? "no errors" : `${errors} errors (${share} %)`;
  const facts = [`${calls} calls`, failed, p50 && `p50 ${p50}, p90 ${p90}`, `${tokens} tokens`, cost];
  return [`${version}: ${facts.filter(Boolean).join(", ")}`, ...figures.scores.map(scoreRowText)].join("\n  ");
}

async function withFigures(
  workspace: OpenWorkspace,
  versions: readonly ObjectVersion[],
  bounds: Bounds,
): Promise<readonly VersionRow[]> {
  const [first] = versions;
  if (first === undefined) return [];
  const key = { kind: first.kind === "op" ? ("op" as const) : ("object" as const), id: first.object_id };
  const figures = await readVersionFigures(workspace, key, versions, bounds);
  return versions.map((version) => ({ ...rowOf(version), figures: figures.get(version.digest) ?? null }));
}

async function listVersions(workspace: OpenWorkspace, input: ListInput): Promise<ToolAnswer<Output>> {
  const { object_id: id, kind, limit, offset, counted } = input;
  const body = {
    project_id: workspace.projectId,
    filter: {
      ...(id === undefined ? { latest_only: true } : { object_ids: [id] }),
      ...(isClass(kind) ? { base_object_classes: [CLASSES[kind]] } : kind === "any" ? {} : { is_op: kind === "op" }),
    },
    sort_by: [{ field: "created_at", direction: "desc" as const }],
    metadata_only: true,
    include_tags_and_aliases: true,
    limit: limit + 1,
    offset,
  };
  const { objs } = await workspace.service.call("objs.query", { body });
  const shown = objs.slice(0, limit);
  const { rows } = fitRows(counted === null ? shown.map(rowOf) : await withFigures(workspace, shown, counted));
  const nextOffset = objs.length > rows.length ? offset + rows.length : null;
  const cut = nextOffset === null ? [] : [`There are more: pass offset ${nextOffset}.`];
  const url = workspace.pageUrl(`/${workspace.slug}/objects`);
  const columns = ["object", "kind", "type", "version", "created", "digest", "labels"].map((name) => ({ name }));
  const cells = rows.map((row) => [
    row.object_id,
    row.kind,
    row.type ?? "",
    row.version + (row.is_latest ? " (latest)" : ""),
    row.created_at,
    row.digest,
    row.labels.join(", "),
  ]);
  const none = id === undefined ? "No objects." : `No versions of ${id}.`;
  const table = rows.length === 0 ? none : textTable(columns, cells);
  const figures = counted === null ? [] : [`\nCalls in ${rangeText(counted)}:`, ...rows.map(figuresText)];
  const data = { versions: [...rows], next_offset: nextOffset, value: null, ...NO_ROWS, diff: null, url, cut };
  return { text: [table, ...figures].join("\n") + footText(cut, url), data };
}

const MAX_SEARCHED_VERSIONS = 1_000;

/** The digest of `latest` or `vN`, for services whose read knows digests only. */
async function digestOf({ service, projectId }: OpenWorkspace, objectId: string, version: string) {
  const filter = { object_ids: [objectId] };
  const body = { project_id: projectId, filter, metadata_only: true, limit: MAX_SEARCHED_VERSIONS };
  const { objs } = await service.call("objs.query", { body });
  const isWanted = (row: ObjectVersion) =>
    version === "latest" ? row.is_latest === 1 : version === `v${row.version_index}`;
  return objs.find((row) => row.object_id === objectId && isWanted(row))?.digest;
}

async function readVersion(workspace: OpenWorkspace, objectId: string, version: string): Promise<ObjectVersion> {
  const { service, projectId } = workspace;
  const read = async (digest: string) => {
    const body = { project_id: projectId, object_id: objectId, digest, include_tags_and_aliases: true };
    return (await service.call("obj.read", { body })).obj;
  };
  try {
    return await read(version);
  } catch (error) {
    const isMissing = error instanceof RequestFailure && error.failure.kind === "not-found";
    if (!isMissing || !/^(?:latest|v\d+)$/.test(version)) throw error;
    const digest = await digestOf(workspace, objectId, version);
    if (digest === undefined)
      throw new ToolError(`No version ${version} of ${JSON.stringify(objectId)}: list its versions.`);
    return await read(digest);
  }
}

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
): Promise<ToolAnswer<Output>> {
  const { compare_with: other, path, from, length } = input;
  const [right, left] = await Promise.all([
    readVersion(workspace, objectId, input.version),
    other === undefined ? null : readVersion(workspace, objectId, other),
  ]);
  const row = rowOf(right);
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

async function showRows(workspace: OpenWorkspace, address: string, page: RowsInput): Promise<ToolAnswer<Output>> {
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
  output,
  operations: [
    "objs.query",
    "obj.read",
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
