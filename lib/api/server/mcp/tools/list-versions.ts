import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import { fitRows } from "@/lib/api/server/mcp/answer/bounded-text";
import { textTable } from "@/lib/api/server/mcp/answer/text-table";
import type { OpenWorkspace } from "@/lib/api/server/mcp/service/agent-reader";
import { figureCells } from "./figure-row";
import { NO_ROWS, type ObjectsOutput, type VersionRow, versionRowOf } from "./object-answer";
import { marksInput } from "./read-version";
import { scoreRowText } from "./score-row";
import { type Bounds, footText, rangeText } from "./shared-input";
import type { ToolAnswer } from "./tool";
import { readVersionFigures } from "./version-figures";

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
  return versions.map((version) => ({ ...versionRowOf(version), figures: figures.get(version.digest) ?? null }));
}

/** Lists the newest version of each object, or all versions of one with the figures of their calls. */
export async function listVersions(workspace: OpenWorkspace, input: ListInput): Promise<ToolAnswer<ObjectsOutput>> {
  const { object_id: id, kind, limit, offset, counted } = input;
  const body = {
    project_id: workspace.projectId,
    filter: {
      ...(id === undefined ? { latest_only: true } : { object_ids: [id] }),
      ...(isClass(kind) ? { base_object_classes: [CLASSES[kind]] } : kind === "any" ? {} : { is_op: kind === "op" }),
    },
    sort_by: [{ field: "created_at", direction: "desc" as const }],
    metadata_only: true,
    ...(await marksInput(workspace)),
    limit: limit + 1,
    offset,
  };
  const { objs } = await workspace.service.call("objs.query", { body });
  const shown = objs.slice(0, limit);
  const { rows } = fitRows(counted === null ? shown.map(versionRowOf) : await withFigures(workspace, shown, counted));
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
