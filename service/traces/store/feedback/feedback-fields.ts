import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import type { SqlParams } from "@/service/traces/store/engine/sql-params";
import type { FieldKind } from "@/service/traces/store/expression/fields";
import { jsonField } from "@/service/traces/store/expression/fields";
import { splitPath } from "@/service/traces/store/expression/json-path";
import type { RecordTable } from "@/service/traces/store/expression/record-query";

const text = (column: string): readonly [FieldKind, string] => ["text", `feedback.${column}`];
/** An absent ref is stored as empty and compares as null. */
const ref = (column: string): readonly [FieldKind, string] => ["text", `nullIf(feedback.${column}, '')`];

/** Members of a feedback record by wire name, except `payload`: how each compares, and its SQL. */
const fields: ReadonlyMap<string, readonly [FieldKind, string]> = new Map([
  ["id", text("id")],
  ["project_id", text("project_id")],
  ["weave_ref", text("weave_ref")],
  ["svc_user_id", text("user_id")],
  ["wb_user_id", text("user_id")],
  ["creator", text("creator")],
  ["created_at", ["time", "feedback.created_at"]],
  ["feedback_type", text("feedback_type")],
  ["annotation_ref", ref("annotation_ref")],
  ["runnable_ref", ref("runnable_ref")],
  ["call_ref", ref("call_ref")],
  ["trigger_ref", ref("trigger_ref")],
]);

/**
 * The fields that a query returns when it names none: those of public servers. Their newest client warns of any other,
 * so the user is returned once; a query may name `svc_user_id`.
 */
export const feedbackMembers: readonly string[] = [
  ...[...fields.keys()].filter((name) => name !== "svc_user_id"),
  "payload",
];

export const feedbackRecords: RecordTable = {
  name: "feedback",
  resolve: (path, params) => {
    if (isPayloadPath(path)) return jsonField("feedback.payload", path.slice("payload.".length), params);
    const [kind, sql] = fields.get(path) ?? unknownField(path);
    return { kind, sql, columns: [path] };
  },
};

/** True when a member's value is JSON text: the payload, or a path in it. */
export function isPayloadPath(path: string): boolean {
  return path === "payload" || path.startsWith("payload.");
}

/**
 * Returns SQL that selects a member; times as text, the payload and paths in it as JSON text, empty when missing.
 * @throws InvalidRequestError for another member, and a path with an empty part
 */
export function selectFeedbackField(path: string, params: SqlParams): string {
  if (path === "payload") return "feedback.payload";
  if (isPayloadPath(path)) {
    const inside = path.slice("payload.".length);
    splitPath(inside);
    return jsonField("feedback.payload", inside, params).path.raw;
  }
  const [kind, sql] = fields.get(path) ?? unknownField(path);
  return kind === "time" ? `toString(${sql})` : sql;
}

function unknownField(name: string): never {
  throw new InvalidRequestError(`Unknown field: ${name}`);
}
