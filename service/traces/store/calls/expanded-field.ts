import { engineJson } from "@/service/kernel/json/engine-json";
import type { SqlParams } from "@/service/traces/store/engine/sql-params";
import type { JsonField } from "@/service/traces/store/expression/fields";
import { jsonPathSql, splitPath } from "@/service/traces/store/expression/json-path";
import { payloadSearchSql } from "@/service/traces/store/expression/payload-search";

/** A path in a payload whose refs are replaced by values: each ref found there, with the JSON text of its value. */
export interface ExpandedPath {
  /** Parts of the path; the first is the column. */
  readonly path: readonly string[];
  readonly values: ReadonlyMap<string, string>;
}

/**
 * Returns a field that lies behind refs: at each expanded path on the way, a ref is replaced by its value before the
 * path continues. A value that is not a ref is read as it is.
 * @param places on the way to `path`, the shallowest first
 */
export function expandedField(path: string, places: readonly ExpandedPath[], params: SqlParams): JsonField {
  const parts = splitPath(path);
  let value = payloadSearchSql(parts[0] ?? "");
  let walked = 1;
  for (const place of places) {
    const found = jsonPathSql(value, parts.slice(walked, place.path.length), params);
    const refs = params.bind([...place.values.keys()], "Array(String)");
    const texts = params.bind(
      [...place.values.values()].map((text) => engineJson(text) ?? text),
      "Array(String)",
    );
    // Every name in this text is a constant or a placeholder.
    value = `if(startsWith(${found.text}, 'weave:///'), transform(${found.text}, ${refs}, ${texts}, ''), ${found.raw})`;
    walked = place.path.length;
  }
  return { kind: "json", path: jsonPathSql(value, parts.slice(walked), params) };
}
