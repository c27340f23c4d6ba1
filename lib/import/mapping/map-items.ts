import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import { feedbackName } from "@/lib/import/sources/source-record";
import {
  type CallPartRequest,
  type ImportedFeedback,
  type ImportItem,
  noCounts,
  type SkippedItem,
  type StartRequest,
} from "@/lib/import/values/import-item";
import type { LeftOut } from "@/lib/import/values/left-out";
import { isMembers } from "@/lib/json/value/members";
import { AS_READ, type ImportMapping, kindOf, NOTHING } from "./import-mapping";

/** Returns the value at a path such as `attributes.langfuse.metadata.channel`. */
function valueAt(start: StartRequest, path: string): unknown {
  const [, ...names] = path.split(".");
  return names.reduce<unknown>(
    (value, name) => (isMembers(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    start.attributes,
  );
}

function textOf(value: unknown): string | null {
  const exact = plainNumber(value);
  if (typeof exact === "string") return exact === "" ? null : exact;
  return typeof exact === "number" || typeof exact === "boolean" ? String(exact) : null;
}

/** Undefined for a field that stays as it was read. */
function chosenText(start: StartRequest, choice: string): string | null | undefined {
  if (choice === AS_READ) return undefined;
  return choice === NOTHING ? null : textOf(valueAt(start, choice));
}

function chosenTags(start: StartRequest, choice: string): readonly string[] | null | undefined {
  if (choice === AS_READ) return undefined;
  const value = choice === NOTHING ? null : valueAt(start, choice);
  const tags = (Array.isArray(value) ? value : [value]).map(textOf).filter((tag) => tag !== null);
  return tags.length > 0 ? tags : null;
}

function withMember(attributes: StartRequest["attributes"], name: string, value: unknown): StartRequest["attributes"] {
  if (value === undefined) return attributes;
  const { [name]: _, ...others } = attributes;
  return value === null ? others : { ...others, [name]: value };
}

function mappedPart(part: CallPartRequest, { thread, user, tags }: ImportMapping): CallPartRequest {
  if (part.mode === "end") return part;
  const { start } = part.req;
  const threadId = chosenText(start, thread);
  const withUser = withMember(start.attributes, "user_id", chosenText(start, user));
  const attributes = withMember(withUser, "tags", chosenTags(start, tags));
  // A root is a turn of its thread. Which call is above another one's trace is known only to the reader.
  const turnId = threadId === null ? null : (start.turn_id ?? (start.parent_id ? null : (start.id ?? null)));
  const place = threadId === undefined ? {} : { thread_id: threadId, turn_id: turnId };
  return { mode: "start", req: { start: { ...start, attributes, ...place } } };
}

interface MappedFeedback {
  readonly feedback: readonly ImportedFeedback[];
  readonly leftOut: readonly LeftOut[];
}

function mappedFeedback({ feedback, filePosition }: ImportItem, { scores }: ImportMapping): MappedFeedback {
  const leftOut: LeftOut[] = [];
  const kept = feedback.flatMap((record) => {
    const name = Object.hasOwn(scores, record.feedback_type) ? scores[record.feedback_type] : undefined;
    if (name === undefined) return [record];
    if (name !== "") return [{ ...record, feedback_type: feedbackName(name) }];
    leftOut.push({ reason: `Scores named ${record.feedback_type} are left out, as chosen.`, count: 1, filePosition });
    return [];
  });
  return { feedback: kept, leftOut };
}

/** Returns an item as a person mapped it. What is left out is named in the report. */
export function mappedItem(item: ImportItem, mapping: ImportMapping): ImportItem {
  const { source, filePosition } = item;
  if (source === undefined) return item;
  if (mapping.leftOut.includes(kindOf(source))) {
    const reason = `${source.tool}: records of the kind ${source.record} are left out, as chosen.`;
    const leftOut = [{ reason, count: source.count ?? 1, filePosition }];
    return { kind: "item", filePosition, parts: [], feedback: [], counts: noCounts, reward: null, source, leftOut };
  }
  const { feedback, leftOut } = mappedFeedback(item, mapping);
  return {
    ...item,
    parts: item.parts.map((part) => mappedPart(part, mapping)),
    feedback,
    ...(leftOut.length > 0 ? { leftOut: [...(item.leftOut ?? []), ...leftOut] } : {}),
  };
}

/** Yields the items of a file as a person mapped them. Their number stays the same. */
export async function* mappedItems(
  items: AsyncIterable<ImportItem | SkippedItem>,
  mapping: ImportMapping,
): AsyncGenerator<ImportItem | SkippedItem> {
  for await (const item of items) yield item.kind === "item" ? mappedItem(item, mapping) : item;
}
