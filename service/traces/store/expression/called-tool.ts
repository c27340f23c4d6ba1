import { KIND_PATTERNS, kindLabels, kindNamed, wordsOfKind } from "@/lib/calls/call-kind";
import type { JsonField } from "./fields";
import { searchedColumn } from "./payload-search";
import { sqlText } from "./sql-text";

const ATTRIBUTES = searchedColumn("attributes");

const list = (words: readonly string[]) => `[${words.map(sqlText).join(", ")}]`;

const WORDS = kindLabels().flatMap((label) => wordsOfKind(kindNamed(label) ?? "op"));
const PATTERNS = KIND_PATTERNS.map(([{ source, flags }, kind]) => ({
  sql: sqlText(flags.includes("i") ? `(?i)${source}` : source),
  isTool: kind === "tool",
}));

/** Members that say what a call is, and the tool that it names. */
const TYPE = "Tuple(weave Tuple(kind String), kind String, operation String, tool String)";

const KIND_WORD_SQL = `arrayFirst(word -> has(${list(WORDS)}, word), [lower(said.weave.kind), lower(said.kind), lower(said.operation)])`;

const IS_NAMED_SQL = "NOT match(said.tool, '^(?:[{\\\\[]|null$|true$|false$|-?[0-9.]+$|$)')";

/**
 * Returns the tool that a call runs, read as `toolName` and `callKind` in lib/calls/call-facts.ts read it: the one that its
 * attributes name, or its op; empty for a call that is not a tool.
 * @param opKey SQL for the name of the op
 */
export function calledTool(opKey: string): JsonField {
  const isNamedAsTool = `multiIf(${PATTERNS.map(({ sql, isTool }) => `match(${opKey}, ${sql}), ${isTool ? 1 : 0}`).join(", ")}, 0)`;
  const isTool = `if(${KIND_WORD_SQL} = '', ${isNamedAsTool}, has(${list(wordsOfKind("tool"))}, ${KIND_WORD_SQL}))`;
  const readFrom = (source: string) =>
    `arrayMap(said -> if(${isTool}, if(${IS_NAMED_SQL}, said.tool, ${opKey}), ''), [JSONExtract(${source}, '${TYPE}')])[1]`;
  const text = `if(${ATTRIBUTES.readable} = '', ${readFrom(ATTRIBUTES.column)}, ${readFrom(ATTRIBUTES.readable)})`;
  // Not inside the attributes: it may be the name of the op.
  return { kind: "json", path: { raw: text, text, exists: `${text} != ''`, inside: null } };
}
