import { requireProjectAccess } from "@/service/access/require-project-access";
import type { Handler, MediaResponse } from "@/service/handlers/handler";
import type { SpanMessages } from "@/service/otel/messages/span-messages";
import { encodeExportResponse, PROTOBUF } from "@/service/otel/otlp-messages";
import type { SpanTurns } from "@/service/otel/turns/span-turns";
import { storeSpans } from "@/service/otel/turns/store-spans";
import { convertBody } from "@/service/otel/wire/convert-body";

/** Stores OpenTelemetry spans as calls, and responds in the encoding of the request. */
export function exportTracesHandler(
  spanMessages: Pick<SpanMessages, "writeSpans">,
  spanTurns: SpanTurns,
): Handler<"otel.exportTraces"> {
  return async ({ body }, { identity, imports, note }): Promise<MediaResponse> => {
    const { type, bytes, headers } = body;
    const converted = convertBody({ type, bytes, project: headers.project_id });
    const { projects, response } = converted;
    note({ projects });
    requireProjectAccess(identity, projects);
    imports.requireWhole(projects);
    await storeSpans(spanTurns, converted, identity.userId, (spans) =>
      spanMessages.writeSpans(spans, converted.release),
    );
    // Span names belong to the client: its response contains them, the list of requests does not.
    const rejected = response.partialSuccess?.rejectedSpans;
    if (rejected)
      note({ reason: `${rejected} of its spans were rejected; the response to the client gives the reasons.` });
    return { type, bytes: type === PROTOBUF ? encodeExportResponse(response) : Buffer.from(JSON.stringify(response)) };
  };
}
