import { pageOf } from "@/service/kernel/checks/page-limits";
import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import type { Handler } from "@/service/traces/handlers/handler";
import { RawJson } from "@/service/traces/handlers/raw-json";
import { toWireTime } from "@/service/traces/store/engine/timestamps";
import { recordCountQuery, recordQuery } from "@/service/traces/store/expression/record-query";
import {
  feedbackMembers,
  feedbackRecords,
  isPayloadPath,
  selectFeedbackField,
} from "@/service/traces/store/feedback/feedback-fields";

const COUNT_SQL = "count(*)";

/** Returns feedback of a project. Payloads are returned as they were sent, so the response is assembled as text. */
export const queryFeedback: Handler<"feedback.query"> = async ({ body }, { store, signal }) => {
  const selection = { projectId: body.project_id, query: body.query, sortBy: body.sort_by, ...pageOf(body) };
  const fields = body.fields?.length ? [...new Set(body.fields)] : feedbackMembers;
  if (fields.includes(COUNT_SQL)) {
    if (fields.length > 1) throw new InvalidRequestError(`${COUNT_SQL} cannot be combined with other fields.`);
    const rows = await store.read<{ count: number }>({ ...recordCountQuery(feedbackRecords, selection), signal });
    return { result: [{ [COUNT_SQL]: rows[0]?.count ?? 0 }] };
  }
  // Paths are a caller's text, so columns are numbered instead of named after them.
  const query = recordQuery(feedbackRecords, selection, (params) =>
    fields.map((path, index) => `${selectFeedbackField(path, params)} AS c${index}`),
  );
  const rows = await store.read<Readonly<Record<string, string | null>>>({ ...query, signal });
  const members = fields.map((path, index) => ({ path, name: JSON.stringify(path), column: `c${index}` }));
  const texts = rows.map((row) => {
    const values = members.map(({ path, name, column }) => `${name}:${valueText(path, row[column] ?? null)}`);
    return `{${values.join(",")}}`;
  });
  return new RawJson(`{"result":[${texts.join(",")}]}`);
};

/** JSON text of a member. A payload path without a value is null. */
function valueText(path: string, value: string | null): string {
  if (isPayloadPath(path)) return value || "null";
  if (path === "created_at" && value !== null) return JSON.stringify(toWireTime(value));
  return JSON.stringify(value);
}
