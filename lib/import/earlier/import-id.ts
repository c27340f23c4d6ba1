import { v5 as uuidv5 } from "uuid";
import type { Operand } from "@/lib/api/contract/query/query-expression";
import type { CallPartRequest, ImportedFeedback, ImportedSpans } from "@/lib/import/values/import-item";
import { isMembers, type Members } from "@/lib/json/value/members";

/** Where the id of an import is in a call, and in feedback. A service keeps the first of two equal calls, with its id. */
const CALL_PATH = "attributes.import.id";
const FEEDBACK_PATH = "payload.import.id";

/** As `wandb.attributes.…` of a span, members are attributes of the call whatever else the span has. */
const SPAN_KEY = "wandb.attributes.import.id";

/** The same member as one key. */
const FEEDBACK_KEY = "import.id";

const isAt = (path: string, importId: string): { $expr: Operand } => ({
  $expr: { $eq: [{ $getField: path }, { $literal: importId }] },
});

/** The condition that an import stored a call. */
export const ofImport = (importId: string) => isAt(CALL_PATH, importId);

/** The condition that an import stored feedback. */
export const feedbackOfImport = (importId: string) => isAt(FEEDBACK_PATH, importId);

function withImportId(value: unknown, importId: string): Members {
  const before = isMembers(value) ? value : value === undefined || value === null ? {} : { value };
  return { ...before, id: importId };
}

/** How an import writes ids. */
export interface ImportIds {
  readonly importId: string;
  /** False for feedback whose id is new in each import: the id of deleted feedback is never used again. */
  readonly keepsFeedbackIds: boolean;
  /** True for calls that get other ids than those of the source, so that deleted ones can be imported again. */
  readonly renewsCallIds: boolean;
}

/** The same id becomes the same new id wherever one import has it. */
function renewed<Id extends string | null | undefined>(id: Id, importId: string): Id | string {
  return id ? uuidv5(id, importId) : id;
}

const hexDigits = (id: string, length: number, importId: string): string =>
  uuidv5(id, importId).replaceAll("-", "").slice(0, length);

function partWithNewIds(part: CallPartRequest, importId: string): CallPartRequest {
  if (part.mode === "end") {
    const { end } = part.req;
    return { mode: "end", req: { end: { ...end, id: uuidv5(end.id, importId) } } };
  }
  const { start } = part.req;
  const ids = {
    id: renewed(start.id, importId),
    trace_id: renewed(start.trace_id, importId),
    parent_id: renewed(start.parent_id, importId),
    turn_id: renewed(start.turn_id, importId),
  };
  return { mode: "start", req: { start: { ...start, ...ids } } };
}

/** Returns a part of a call with the id of its import. Ends have no attributes. */
export function partWithId(sent: CallPartRequest, { importId, renewsCallIds }: ImportIds): CallPartRequest {
  const part = renewsCallIds ? partWithNewIds(sent, importId) : sent;
  if (part.mode === "end") return part;
  const { start } = part.req;
  const attributes = { ...start.attributes, import: withImportId(start.attributes.import, importId) };
  return { mode: "start", req: { start: { ...start, attributes } } };
}

/** Returns the id of the import that stored some feedback; null when it was none. */
export function importOfFeedback(payload: unknown): string | null {
  if (!isMembers(payload)) return null;
  const id = (isMembers(payload.import) ? payload.import.id : undefined) ?? payload[FEEDBACK_KEY];
  return typeof id === "string" ? id : null;
}

/**
 * Returns feedback with the id of its import. Members of a payload that has no value are scores themselves, but for those
 * with a dot in their name.
 */
export function feedbackWithId(feedback: ImportedFeedback, ids: ImportIds): ImportedFeedback {
  const { importId, keepsFeedbackIds, renewsCallIds } = ids;
  const { payload, feedback_type: type, id, weave_ref: ref } = feedback;
  const hasPlace = type.startsWith("wandb.") || "value" in payload;
  const own = hasPlace ? { import: withImportId(payload.import, importId) } : { [FEEDBACK_KEY]: importId };
  return {
    ...feedback,
    ...(keepsFeedbackIds || !id ? {} : { id: uuidv5(id, importId) }),
    weave_ref: renewsCallIds ? ref.replace(/(?<=\/call\/)[^/]+$/, (callId) => uuidv5(callId, importId)) : ref,
    payload: { ...payload, ...own },
  };
}

/** Returns spans with the id of their import, which the service turns into attributes of their calls. */
export function spansWithId(group: ImportedSpans, { importId, renewsCallIds }: ImportIds): ImportedSpans {
  const own = { key: SPAN_KEY, value: { stringValue: importId } };
  const hex = (id: string | null | undefined, length: number) =>
    renewsCallIds && id ? hexDigits(id, length, importId) : id;
  const scopeSpans = group.scopeSpans?.map((scope) => ({
    ...scope,
    spans: scope.spans?.map((span) => ({
      ...span,
      traceId: hex(span.traceId, 32),
      spanId: hex(span.spanId, 16),
      parentSpanId: hex(span.parentSpanId, 16),
      attributes: [...(span.attributes ?? []).filter(({ key }) => key !== SPAN_KEY), own],
    })),
  }));
  return { ...group, scopeSpans } as ImportedSpans;
}
