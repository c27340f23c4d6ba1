import { z } from "zod";
import { RequestFailure } from "@/lib/api/client/request-failure";
import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import { fitRows, MAX_ANSWER_CHARACTERS, textPage } from "@/lib/api/server/mcp/answer/bounded-text";
import { textTable } from "@/lib/api/server/mcp/answer/text-table";
import { ToolError } from "@/lib/api/server/mcp/answer/tool-error";
import type { AgentReader, OpenWorkspace } from "@/lib/api/server/mcp/service/agent-reader";
import { countOf, formatCount } from "@/lib/format/count";
import { pathText, valueAt, valueText } from "@/lib/json/value/json-path";
import { objectHref } from "@/lib/object/object-key";
import { diffText } from "./diff-text";
import { cutOutput, footText, workspaceInput } from "./shared-input";
import { defineTool, type ToolAnswer } from "./tool";

const versionRow = z.object({
  object_id: z.string(),
  kind: z.string(),
  type: z.string().nullable(),
  version: z.string().describe("vN"),
  digest: z.string(),
  created_at: z.string(),
  is_latest: z.boolean(),
  labels: z.array(z.string()).describe("Tags and aliases."),
});

const output = z.object({
  versions: z.array(versionRow).describe("The newest version of each object, or all versions of one."),
  next_offset: z.number().int().nullable(),
  value: z
    .object({ text: z.string(), from: z.number().int(), to: z.number().int(), length: z.number().int() })
    .nullable()
    .describe("JSON text of the version that was read."),
  diff: z.string().nullable().describe("Changes from compare_with (-) to version (+)."),
  url: z.string(),
  cut: cutOutput,
});

type Output = z.input<typeof output>;

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
  };
}

interface ListInput {
  readonly object_id?: string | undefined;
  readonly kind: "op" | "object" | "any";
  readonly limit: number;
  readonly offset: number;
}

async function listVersions(workspace: OpenWorkspace, input: ListInput): Promise<ToolAnswer<Output>> {
  const { object_id: id, kind, limit, offset } = input;
  const body = {
    project_id: workspace.projectId,
    filter: {
      ...(id === undefined ? { latest_only: true } : { object_ids: [id] }),
      ...(kind === "any" ? {} : { is_op: kind === "op" }),
    },
    sort_by: [{ field: "created_at", direction: "desc" as const }],
    metadata_only: true,
    limit: limit + 1,
    offset,
  };
  const { objs } = await workspace.service.call("objs.query", { body });
  const { rows } = fitRows(objs.slice(0, limit).map(rowOf));
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
  const text = (rows.length === 0 ? none : textTable(columns, cells)) + footText(cut, url);
  return { text, data: { versions: [...rows], next_offset: nextOffset, value: null, diff: null, url, cut } };
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
    const body = { project_id: projectId, object_id: objectId, digest };
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
  const shared = { versions: [row], next_offset: null, url };
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

export const objectsTool = defineTool({
  name: "objects",
  title: "Objects and versions",
  description:
    "Objects are versioned values: prompts, models, datasets, and ops with their code. Without object_id: the newest version of each. With object_id: its versions. " +
    "With object_id and version (latest, vN, a digest or an alias): the value, page by page. With compare_with too: what changed between two versions.",
  input: z.strictObject({
    workspace: workspaceInput,
    object_id: z.string().min(1).max(256).optional(),
    kind: z.enum(["any", "object", "op"]).default("any"),
    version: z.string().min(1).max(256).optional().describe("latest, vN, a digest, or an alias."),
    compare_with: z.string().min(1).max(256).optional().describe("The earlier version."),
    path: z
      .array(z.union([z.string().max(512), z.number().int().min(0)]))
      .max(50)
      .default([]),
    from: z.number().int().min(0).default(0).describe("First character of the value."),
    length: z.number().int().min(256).max(MAX_ANSWER_CHARACTERS).default(8_000),
    limit: z.number().int().min(1).max(200).default(30),
    offset: z.number().int().min(0).max(1_000_000).default(0),
  }),
  output,
  operations: ["objs.query", "obj.read"],
  run: async ({ version, ...input }, reader) => {
    const workspace = await reader.open(input.workspace);
    const { object_id: objectId, compare_with: other } = input;
    if (version === undefined && other === undefined) return await listVersions(workspace, input);
    if (objectId === undefined) throw new ToolError("version and compare_with need object_id.");
    return await showVersion(workspace, objectId, { ...input, version: version ?? "latest" }, reader);
  },
});
