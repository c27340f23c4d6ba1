import { requireProjectAccess } from "@/service/access/require-project-access";
import type { Handler, MediaResponse } from "@/service/handlers/handler";
import type { SpanMessages } from "@/service/otel/messages/span-messages";
import { encodeExportResponse, PROTOBUF } from "@/service/otel/otlp-messages";
import { convertBody } from "@/service/otel/wire/convert-body";

/** Stores OpenTelemetry spans as calls, and responds in the encoding of the request. */
export function exportTracesHandler(spanMessages: SpanMessages): Handler<"otel.exportTraces"> {
  return async ({ body }, { identity, note }): Promise<MediaResponse> => {
    const { type, bytes, headers } = body;
    const { projects, response, spans } = convertBody({ type, bytes, project: headers.project_id });
    note({ projects });
    requireProjectAccess(identity, projects);
    await spanMessages.writeSpans(spans(identity.userId));
    // Span names belong to the client: its response contains them, the list of requests does not.
    const rejected = response.partialSuccess?.rejectedSpans;
    if (rejected)
      note({ reason: `${rejected} of its spans were rejected; the response to the client gives the reasons.` });
    return { type, bytes: type === PROTOBUF ? encodeExportResponse(response) : Buffer.from(JSON.stringify(response)) };
  };
}
