import type { InputOf } from "@/lib/api/contract/operations";
import type { Handler } from "@/service/http/handler";
import { RawJson } from "@/service/http/raw-json";
import { checkAnswerSize } from "@/service/operations/answer-size";
import { objectText } from "@/service/operations/object-answer";
import { pageOf } from "@/service/operations/page-limits";
import type { VersionSelection } from "@/service/store/object-store";
import { SqlParams } from "@/service/store/sql-params";

type Request = InputOf<"objs.query">["body"];

/** Fields that versions sort by, and their columns. Others are passed over, as public servers do. */
const sortColumns: ReadonlyMap<string, string> = new Map([
  ["object_id", "objectId"],
  ["created_at", "createdAt"],
]);

/** Lists live versions of the objects of a project, oldest first. Contents are read only when they are asked for. */
export const queryObjects: Handler<"objs.query"> = async ({ body }, { objects, signal }) => {
  const versions = await objects.select(body.project_id, selectionOf(body), signal);
  const values = body.metadata_only
    ? null
    : await objects.values.read(body.project_id, digestsWithin(versions), signal);
  const names = versions.map(({ objectId }) => objectId);
  const marks = body.include_tags_and_aliases ? await objects.marks.of(body.project_id, names, signal) : null;
  const hasSize = body.include_storage_size === true;
  const texts = versions.map((version) =>
    objectText(body.project_id, version, values?.get(version.digest) ?? null, hasSize, marks),
  );
  return new RawJson(`{"objs":[${texts.join(",")}]}`);
};

function digestsWithin(versions: readonly { readonly digest: string; readonly sizeBytes: number }[]): string[] {
  const bytes = versions.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  checkAnswerSize(bytes, "Ask for fewer with `limit`, or leave the contents out with `metadata_only`.");
  return versions.map(({ digest }) => digest);
}

function selectionOf(body: Request): VersionSelection {
  const params = new SqlParams();
  const { limit, offset } = pageOf(body);
  const filter = body.filter ?? {};
  const among = (column: string, values: readonly string[] | null | undefined, not = "") =>
    values && values.length > 0 ? [`${column} ${not} IN ${params.bind(values, "Array(String)")}`] : [];
  const isOp = filter.is_op === null || filter.is_op === undefined ? [] : [`kind ${filter.is_op ? "=" : "!="} 'op'`];
  const within = [...isOp, ...among("object_id", filter.object_ids)];
  const where = [
    "deletedAt IS NULL",
    ...(filter.latest_only ? ["isLatest = 1"] : []),
    ...among("baseObjectClass", filter.base_object_classes),
    ...among("baseObjectClass", filter.exclude_base_object_classes, "NOT"),
    ...among("leafObjectClass", filter.leaf_object_classes),
    ...markedBy("object_tags", "tag", filter.tags, params),
    ...aliasedBy(filter.aliases, params),
  ];
  const sorts = (body.sort_by ?? []).flatMap(({ field, direction }) => {
    const column = sortColumns.get(field);
    return column === undefined ? [] : [`${column} ${direction === "desc" ? "DESC" : "ASC"}`];
  });
  return {
    within: within.join(" AND ") || "true",
    where: where.join(" AND "),
    orderBy: [...sorts, "createdAt", "objectId"].join(", "),
    page: `${limit === null ? "" : `LIMIT ${params.bind(limit, "UInt64")}`} OFFSET ${params.bind(offset, "UInt64")}`,
    params,
  };
}

/** Versions that have one of these marks. */
function markedBy(table: string, column: string, names: readonly string[] | null | undefined, params: SqlParams) {
  if (!names || names.length === 0) return [];
  return [
    `(objectId, digest) IN (SELECT object_id, digest FROM ${table} FINAL WHERE project_id = {project:String}
      AND is_removed = 0 AND ${column} IN ${params.bind(names, "Array(String)")})`,
  ];
}

/** The newest version has the alias `latest` without being given it. */
function aliasedBy(names: readonly string[] | null | undefined, params: SqlParams): string[] {
  const latest = names?.includes("latest") ? ["isLatest = 1"] : [];
  const conditions = [...latest, ...markedBy("object_aliases", "alias", names, params)];
  return conditions.length === 0 ? [] : [`(${conditions.join(" OR ")})`];
}
