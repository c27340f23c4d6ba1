import { requireProjectAccess } from "@/service/access/require-project-access";
import type { Handler, MediaResponse } from "@/service/handlers/handler";
import { readLogMessages } from "@/service/otel/messages/log-messages";
import type { SpanMessages } from "@/service/otel/messages/span-messages";
import { encodeExportResponse, PROTOBUF } from "@/service/otel/otlp-messages";
import { readLogsExport } from "@/service/otel/read-export";

/** The response of a full success: all three signals write it alike. */
function success(type: string): MediaResponse {
  return { type, bytes: type === PROTOBUF ? encodeExportResponse({}) : Buffer.from("{}") };
}

/** Adds the messages of GenAI log events to the calls of their spans. */
export function exportLogsHandler(spanMessages: SpanMessages): Handler<"otel.exportLogs"> {
  return async ({ body }, { identity, imports, note }) => {
    const { type, bytes, headers } = body;
    const { messages, homeless, others } = readLogMessages(readLogsExport(type, bytes), headers.project_id);
    const projects = new Set(messages.map(({ projectId }) => projectId));
    note({ projects });
    requireProjectAccess(identity, projects);
    imports.requireWhole(projects);
    await spanMessages.addMessages(messages);
    const reasons = [
      ...(homeless > 0 ? [`${homeless} of its messages name no span or no project and were not stored.`] : []),
      ...(others > 0 ? [`${others} of its log records contain no GenAI message and were not stored.`] : []),
    ];
    if (reasons.length > 0) note({ reason: reasons.join(" ") });
    return success(type);
  };
}

/** Accepts metrics without storing them: an exporter that is refused reports an error again and again. */
export const exportMetrics: Handler<"otel.exportMetrics"> = async ({ body }, { note }) => {
  note({ reason: "Metrics are accepted and not stored: counts, tokens and latency are computed from calls." });
  return success(body.type);
};
