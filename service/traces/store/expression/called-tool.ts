import { KIND_PATTERNS, kindLabels, kindNamed, wordsOfKind } from "@/lib/calls/call-kind";
import type { JsonField } from "./fields";
import { searchedColumn } from "./payload-search";
import { sqlText } from "./sql-text";

const ATTRIBUTES = searchedColumn("attributes");

const list = (words: readonly string[]) => `[${words.map(sqlText).join(", ")}]`;

const KINDS = kindLabels().map((label) => kindNamed(label) ?? "op");
const WORDS = KINDS.flatMap((kind) => wordsOfKind(kind));
const KINDS_OF_WORDS = KINDS.flatMap((kind) => wordsOfKind(kind).map(() => kind));
const PATTERNS = KIND_PATTERNS.map(([{ source, flags }, kind]) => ({
  sql: sqlText(flags.includes("i") ? `(?i)${source}` : source),
  kind: sqlText(kind),
}));

/** Members that say what a call is, and the tool that it names. */
const TYPE = "Tuple(weave Tuple(kind String), kind String, operation String, tool String)";

const KIND_WORD_SQL = `arrayFirst(word -> has(${list(WORDS)}, word), [lower(said.weave.kind), lower(said.kind), lower(said.operation)])`;

const IS_NAMED_SQL = "NOT match(said.tool, '^(?:[{\\\\[]|null$|true$|false$|-?[0-9.]+$|$)')";

/** SQL for the kind of a call whose attributes are `said`. */
function kindSql(opKey: string): string {
  const ofName = `multiIf(${PATTERNS.map(({ sql, kind }) => `match(${opKey}, ${sql}), ${kind}`).join(", ")}, 'op')`;
  return `if(${KIND_WORD_SQL} = '', ${ofName}, transform(${KIND_WORD_SQL}, ${list(WORDS)}, ${list(KINDS_OF_WORDS)}, 'op'))`;
}

/** SQL for what is read from the attributes, which are `said` in it. */
function readFromAttributes(sql: string): string {
  const readFrom = (source: string) => `arrayMap(said -> ${sql}, [JSONExtract(${source}, '${TYPE}')])[1]`;
  return `if(${ATTRIBUTES.readable} = '', ${readFrom(ATTRIBUTES.column)}, ${readFrom(ATTRIBUTES.readable)})`;
}

/**
 * Returns SQL for the kind of a call, read as `callKind` in lib/calls/call-facts.ts reads it: the one that its attributes say,
 * else the one of its op's name.
 * @param opKey SQL for the name of the op
 */
export const calledKind = (opKey: string): string => readFromAttributes(kindSql(opKey));

/**
 * Returns the tool that a call runs, read as `toolName` and `callKind` in lib/calls/call-facts.ts read it: the one that its
 * attributes name, or its op; empty for a call that is not a tool.
 * @param opKey SQL for the name of the op
 */
export function calledTool(opKey: string): JsonField {
  const text = readFromAttributes(`if(${kindSql(opKey)} = 'tool', if(${IS_NAMED_SQL}, said.tool, ${opKey}), '')`);
  // Not inside the attributes: it may be the name of the op.
  return { kind: "json", path: { raw: text, text, exists: `${text} != ''`, inside: null } };
}
