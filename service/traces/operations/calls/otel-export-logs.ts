import { requireProjectAccess } from "@/service/kernel/access/require-project-access";
import type { Handler, MediaResponse } from "@/service/traces/handlers/handler";
import { defaultProject } from "@/service/traces/otel/default-project";
import { readLogMessages } from "@/service/traces/otel/messages/log-messages";
import type { SpanMessages } from "@/service/traces/otel/messages/span-messages";
import { encodeExportResponse, PROTOBUF } from "@/service/traces/otel/otlp-messages";
import { readLogsExport } from "@/service/traces/otel/read-export";
import { storeScores, withAnsweredCalls, withCalls } from "@/service/traces/otel/scores/store-scores";

/**
 * Returns a response that says what was not stored. All three signals have the same form in protobuf, whose counts have
 * other names in JSON.
 */
function answer(type: string, countName: string, rejected: number, reason: string): MediaResponse {
  const response = (name: string) =>
    reason === "" ? {} : { partialSuccess: { [name]: String(rejected), errorMessage: reason } };
  const bytes =
    type === PROTOBUF
      ? encodeExportResponse(response("rejectedSpans"))
      : Buffer.from(JSON.stringify(response(countName)));
  return { type, bytes };
}

/** Adds the messages of GenAI log events to the calls of their spans, and judgements to their scores. */
export function exportLogsHandler(
  spanMessages: SpanMessages,
  serviceEntity: string | undefined,
): Handler<"otel.exportLogs"> {
  return async ({ body }, context) => {
    const { identity, imports, note } = context;
    const { type, bytes, headers } = body;
    const project = defaultProject(headers.project_id, identity);
    const read = readLogMessages(readLogsExport(type, bytes), project, serviceEntity);
    const { messages, scores, unplaced, others } = read;
    const projects = new Set([...messages, ...scores, ...unplaced].map(({ projectId }) => projectId));
    note({ projects });
    requireProjectAccess(identity, projects);
    imports.requireWhole(projects);
    await spanMessages.addMessages(messages);
    const placed = await withAnsweredCalls(context, unplaced);
    const homeless = read.homeless + unplaced.length - placed.length;
    const refused = await storeScores(context, [...(await withCalls(context.store, scores)), ...placed]);
    const reasons = [
      ...(homeless > 0
        ? [`${homeless} of its messages name no known span or answer, or no project, and were not stored.`]
        : []),
      ...(refused > 0 ? [`${refused} of its scores are too large or were deleted and were not stored.`] : []),
      ...(others > 0 ? [`${others} of its log records contain no GenAI message and were not stored.`] : []),
    ];
    const reason = reasons.join(" ");
    if (reason !== "") note({ reason });
    return answer(type, "rejectedLogRecords", homeless + refused + others, reason);
  };
}

const METRICS_REASON = "Metrics are accepted and not stored: counts, tokens and latency are computed from calls.";

/** Accepts metrics without storing them: an exporter that is refused reports an error again and again. */
export const exportMetrics: Handler<"otel.exportMetrics"> = async ({ body }, { note }) => {
  note({ reason: METRICS_REASON });
  return answer(body.type, "rejectedDataPoints", 0, body.bytes.length === 0 ? "" : METRICS_REASON);
};
