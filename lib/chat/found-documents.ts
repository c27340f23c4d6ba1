import { plainNumber, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { isMembers, type Members, membersIn, textIn } from "@/lib/json/value/members";
import type { FoundDocument } from "./chat-message";

/** Members that contain what a search, a memory or a reranker found, in order of precedence. */
const LISTS = [
  "gen_ai.retrieval.documents",
  "retrieval.documents",
  "gen_ai.memory.records",
  "reranker.output_documents",
  "documents",
  "source_documents",
  "source_nodes",
  "records",
  "nodes",
  "results",
  "matches",
  "data",
  "output",
  "outputs",
  "output.value",
  "result",
  "traceloop.entity.output",
  "langfuse.observation.output",
  "mlflow.spanOutputs",
] as const;

const MAX_DEPTH = 4;

/** Names of a document's text: LangChain, LlamaIndex, OpenInference, Haystack, the GenAI conventions. */
const TEXTS = ["page_content", "text", "content", "document", "chunk"] as const;

/** Returns what a search found, in its order; empty for any other value. */
export function documentsIn(value: unknown): readonly FoundDocument[] {
  return find(value, 0);
}

/** Returns documents as text, each with its number and its score. */
export function documentsText(documents: readonly FoundDocument[]): string {
  return documents
    .map(
      ({ id, text, score }, index) => `${index + 1}. ${text || id || "no text"}${score === null ? "" : ` (${score})`}`,
    )
    .join("\n");
}

function find(value: unknown, depth: number): readonly FoundDocument[] {
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) return documentsOf(value);
  if (!isMembers(value)) return [];
  for (const name of LISTS) {
    const found = name in value ? find(value[name], depth + 1) : [];
    if (found.length > 0) return found;
  }
  const members = Object.values(value);
  return members.length === 1 ? find(members[0], depth + 1) : [];
}

/** A list of anything else among documents is not a list of documents. */
function documentsOf(items: readonly unknown[]): readonly FoundDocument[] {
  const found = items.map(documentOf).filter((document) => document !== null);
  return found.length === items.length ? found : [];
}

function documentOf(item: unknown): FoundDocument | null {
  if (!isMembers(item)) return null;
  // LangChain's dump of an object, OpenInference's wrapped items, LlamaIndex's nodes with a score.
  const holder = membersIn(item, ["kwargs", "document", "node", "record"]) ?? item;
  const given = item.score ?? holder.score ?? item.distance;
  const score = typeof plainNumber(given) === "number" ? Number(plainNumber(given)) : null;
  const id = textIn(holder, ["id", "id_", "document_id"]) ?? textIn(item, ["id"]);
  const isWrapped = holder !== item && item.lc === undefined;
  const isFound = score !== null && (id !== null || hasText(holder)) && !("role" in item || "type" in item);
  return isWrapped || isFound || "page_content" in holder ? { id, text: textOf(holder), score } : null;
}

const hasText = (holder: Members) => TEXTS.some((name) => typeof holder[name] === "string");

function textOf(holder: Members): string {
  const text = textIn(holder, TEXTS);
  if (text !== null) return text;
  // The content of a memory may be anything.
  return holder.content === undefined || holder.content === null ? "" : stringifyJson(holder.content);
}
