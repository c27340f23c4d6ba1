import { END_USER_PATHS } from "@/lib/calls/end-user-paths";
import type { JsonField } from "./fields";
import { searchedColumn } from "./payload-search";

const ATTRIBUTES = searchedColumn("attributes");

/** Members by name; of a member that may be a text and an object, no members. */
type Tree = Map<string, Tree>;

function treeOf(paths: readonly (readonly string[])[]): Tree {
  const tree: Tree = new Map();
  const leaves = new Set(paths.map((keys) => keys.join("\0")));
  for (const keys of paths) {
    let level = tree;
    for (const [at, key] of keys.entries()) {
      const next: Tree = level.get(key) ?? new Map();
      level.set(key, next);
      if (leaves.has(keys.slice(0, at + 1).join("\0"))) break;
      level = next;
    }
  }
  return tree;
}

function typeOf(tree: Tree): string {
  if (tree.size === 0) return "String";
  return `Tuple(${[...tree].map(([key, members]) => `\`${key}\` ${typeOf(members)}`).join(", ")})`;
}

/** SQL for the value of a path in `found`; the rest of a path below a text is followed in its JSON. */
function valueSql(tree: Tree, keys: readonly string[]): string {
  let [sql, level]: [string, Tree | undefined] = ["found", tree];
  for (const [at, key] of keys.entries()) {
    if (level?.size === 0) {
      const rest = keys.slice(at).map((each) => `'${each}'`);
      return `JSONExtract(${sql}, ${rest.join(", ")}, 'String')`;
    }
    sql = `tupleElement(${sql}, '${key}')`;
    level = level?.get(key);
  }
  return sql;
}

/** One member whose name has the dots, then the path. */
const READINGS = END_USER_PATHS.flatMap((path) => {
  const parts = path.split(".");
  return parts.length === 1 ? [parts] : [[path], parts];
});
const TREE = treeOf(READINGS);
const VALUES_SQL = READINGS.map((keys) => valueSql(TREE, keys)).join(", ");

/** Texts and numbers: other values are read as their JSON. */
const IS_TEXT_SQL =
  "text NOT IN ('', 'null', 'true', 'false') AND NOT startsWith(text, '{') AND NOT startsWith(text, '[')";

/** The names of all members that hold one have these letters; most attributes do not, and are not parsed. */
const userIn = (source: string) =>
  `if(position(${source}, 'user') = 0, '', arrayMap(found -> arrayFirst(text -> ${IS_TEXT_SQL}, [${VALUES_SQL}]), [JSONExtract(${source}, '${typeOf(TREE)}')])[1])`;

const TEXT_SQL = `if(${ATTRIBUTES.readable} = '', ${userIn(ATTRIBUTES.column)}, ${userIn(ATTRIBUTES.readable)})`;

/**
 * The end user that the attributes of a call name, read as `sentFacts` reads it; empty without one. All paths are read in
 * one pass through the JSON.
 */
export const END_USER: JsonField = {
  kind: "json",
  path: { raw: TEXT_SQL, text: TEXT_SQL, exists: `${TEXT_SQL} != ''`, inside: ATTRIBUTES },
};
