import { requireProjectAccess } from "@/service/kernel/access/require-project-access";
import type { Handler, MediaResponse } from "@/service/traces/handlers/handler";
import { defaultProject } from "@/service/traces/otel/default-project";
import type { SpanMessages } from "@/service/traces/otel/messages/span-messages";
import { encodeExportResponse, PROTOBUF } from "@/service/traces/otel/otlp-messages";
import { type CallScore, storeScores } from "@/service/traces/otel/scores/store-scores";
import type { SpanTurns } from "@/service/traces/otel/turns/span-turns";
import { storeExport } from "@/service/traces/otel/turns/store-export";
import type { WrittenSpan } from "@/service/traces/otel/wire/convert-body";
import { readExportPieces } from "@/service/traces/otel/wire/export-pieces";

function scoresOf({ parts: [start], scores }: WrittenSpan): CallScore[] {
  if (start?.part !== "start") return [];
  return scores.map((score) => ({ ...score, projectId: start.projectId, callId: start.id }));
}

/**
 * Stores OpenTelemetry spans as calls, and responds in the encoding of the request.
 * @param serviceEntity the entity of projects that are named by `service.name`
 */
export function exportTracesHandler(
  spanMessages: Pick<SpanMessages, "writeSpans">,
  spanTurns: SpanTurns,
  serviceEntity: string | undefined,
): Handler<"otel.exportTraces"> {
  return async ({ body }, context): Promise<MediaResponse> => {
    const { identity, imports, note, signal } = context;
    const { type, bytes, headers } = body;
    const { projects, response, pieces } = await readExportPieces(
      { type, bytes, serviceEntity, project: defaultProject(headers.project_id, identity) },
      identity.userId,
    );
    note({ projects });
    requireProjectAccess(identity, projects);
    imports.requireWhole(projects);
    const scores: CallScore[] = [];
    await storeExport(spanTurns, pieces, {
      userId: identity.userId,
      signal,
      write: async (spans, { release }) => {
        scores.push(...spans.flatMap(scoresOf));
        await spanMessages.writeSpans(spans, release);
      },
    });
    await storeScores(context, scores);
    // Span names belong to the client: its response contains them, the list of requests does not.
    const rejected = response.partialSuccess?.rejectedSpans;
    if (rejected)
      note({ reason: `${rejected} of its spans were rejected; the response to the client gives the reasons.` });
    return { type, bytes: type === PROTOBUF ? encodeExportResponse(response) : Buffer.from(JSON.stringify(response)) };
  };
}
