import type { InputOf } from "@/lib/api/contract/operations";
import { SqlParams } from "@/service/traces/store/engine/sql-params";
import type { VersionSelection } from "./object-store";

type Request = InputOf<"objs.query">["body"];

/** Fields that versions sort by, and their columns. Others are ignored, as on public servers. */
const sortColumns: ReadonlyMap<string, string> = new Map([
  ["object_id", "objectId"],
  ["created_at", "createdAt"],
]);

/** The text that identifies an object to users: its id, and its class or else its kind. */
const SHOWN_SQL = "concat(objectId, ' ', if(baseObjectClass = '', kind, baseObjectClass))";

/** Returns the live versions that a request selects; all of them when there is no limit. */
export function versionsAsked(
  body: Pick<Request, "filter" | "sort_by">,
  { limit, offset }: { readonly limit: number | null; readonly offset: number },
): VersionSelection {
  const params = new SqlParams();
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
    ...(filter.words ?? []).map((word) => `positionCaseInsensitive(${SHOWN_SQL}, ${params.bind(word, "String")}) > 0`),
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

/** Returns a condition for versions that have one of these marks. */
function markedBy(table: string, column: string, names: readonly string[] | null | undefined, params: SqlParams) {
  if (!names || names.length === 0) return [];
  return [
    `(objectId, digest) IN (SELECT object_id, digest FROM ${table} FINAL WHERE project_id = {project:String}
      AND is_removed = 0 AND ${column} IN ${params.bind(names, "Array(String)")})`,
  ];
}

/** The newest version has the alias `latest` implicitly. */
function aliasedBy(names: readonly string[] | null | undefined, params: SqlParams): string[] {
  const latest = names?.includes("latest") ? ["isLatest = 1"] : [];
  const conditions = [...latest, ...markedBy("object_aliases", "alias", names, params)];
  return conditions.length === 0 ? [] : [`(${conditions.join(" OR ")})`];
}

/** Returns the live versions that have one of these contents, newest first. */
export function versionsWithContents(contents: readonly string[], most: number): VersionSelection {
  const params = new SqlParams();
  const digests = params.bind(contents, "Array(String)");
  return {
    within: `object_id IN (SELECT object_id FROM object_versions WHERE project_id = {project:String} AND digest IN ${digests})`,
    where: `deletedAt IS NULL AND digest IN ${digests}`,
    orderBy: "createdAt DESC, objectId",
    page: `LIMIT ${params.bind(most, "UInt64")}`,
    params,
  };
}
