import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { requireProjectAccess } from "@/service/access/require-project-access";
import { endPartOf, startPartOf } from "@/service/calls/written-parts";
import type { Handler, MediaResponse } from "@/service/handlers/handler";
import { convertExport } from "@/service/otel/convert-export";
import { encodeExportResponse, PROTOBUF } from "@/service/otel/otlp-messages";
import { readExport } from "@/service/otel/read-export";
import type { CallParts } from "@/service/otel/span-call";
import type { CallPart } from "@/service/store/calls/call-parts";

function textsOf(payloads: Readonly<Record<string, unknown>>): Map<string, string> {
  return new Map(Object.entries(payloads).map(([name, value]) => [name, stringifyJson(value)]));
}

/** The writer's input for one span. A span without an output has none, which differs from null. */
function partsOf({ start, end }: CallParts, userId: string): CallPart[] {
  const { attributes, inputs, otel_dump } = start;
  const startPart = startPartOf(start, textsOf({ attributes, inputs, otel_dump }), userId, [start.id ?? ""]);
  if (!end) return [startPart];
  const { summary, output } = end;
  const endTexts = textsOf(output === null ? { summary } : { summary, output });
  return [startPart, endPartOf(end, endTexts, [end.id])];
}

/** Stores OpenTelemetry spans as calls, and responds in the encoding of the request. */
export const exportTraces: Handler<"otel.exportTraces"> = async (
  { body },
  { calls, identity, note },
): Promise<MediaResponse> => {
  const { type, bytes, headers } = body;
  const converted = convertExport(readExport(type, bytes), headers.project_id);
  const { response } = converted;
  note({ projects: converted.projects });
  requireProjectAccess(identity, converted.projects);
  await calls.write(converted.calls.flatMap((call) => partsOf(call, identity.userId)));
  // Span names belong to the client: its response contains them, the list of requests does not.
  const rejected = response.partialSuccess?.rejectedSpans;
  if (rejected)
    note({ reason: `${rejected} of its spans were rejected; the response to the client gives the reasons.` });
  return { type, bytes: type === PROTOBUF ? encodeExportResponse(response) : Buffer.from(JSON.stringify(response)) };
};
