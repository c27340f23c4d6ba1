import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import { CallResponses } from "@/service/traces/calls/call-responses";
import type { Handler } from "@/service/traces/handlers/handler";
import { RawJson } from "@/service/traces/handlers/raw-json";
import { filterConditions } from "@/service/traces/store/calls/call-filter";
import { orderByStart } from "@/service/traces/store/calls/call-keys";

/** Returns one call with all its columns; null when it does not exist, has not started, or is deleted. */
export const readCall: Handler<"call.read"> = async ({ body }, context) => {
  if (typeof body.longest_value === "number" && body.longest_value < 0) {
    throw new InvalidRequestError("longest_value must not be negative");
  }
  const selection = {
    projectId: body.project_id,
    conditions: filterConditions({ call_ids: [body.id] }),
    order: orderByStart("asc"),
    limit: 1,
    offset: 0,
  };
  const answers = new CallResponses(context, {
    projectId: body.project_id,
    columns: null,
    shouldIncludeStorageSize: body.include_storage_size === true,
    shouldIncludeTotalStorageSize: body.include_total_storage_size === true,
    shouldIncludeCosts: body.include_costs === true,
    shouldIncludeFeedback: false,
    maxValueLength: body.longest_value,
  });
  for await (const [text] of answers.texts(selection)) {
    if (text !== undefined) return new RawJson(`{"call":${text}}`);
  }
  return new RawJson('{"call":null}');
};
