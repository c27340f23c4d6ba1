import { ingestLimits } from "@/lib/api/contract/operation/limits";
import { defineOperation } from "@/lib/api/contract/operation/operation-row";
import { exportTraceHeaders, exportTraceRequest, exportTraceResponse } from "./otel";

const OTLP_TYPES = ["application/x-protobuf", "application/json"] as const;

export const otelOperations = {
  "otel.exportTraces": defineOperation({
    id: "otel.exportTraces",
    title: "OpenTelemetry spans",
    summary:
      "Stores spans as calls (OTLP over HTTP). The project is named by the resource attributes wandb.entity and wandb.project, or by the header project_id.",
    path: "/otel/v1/traces",
    aliases: ["/otel/v1/trace"],
    auth: "basic",
    effect: "write",
    body: { kind: "media", types: OTLP_TYPES, headers: exportTraceHeaders, schema: exportTraceRequest },
    result: { kind: "media", types: OTLP_TYPES, schema: exportTraceResponse },
    standing: "extension",
    limits: { ...ingestLimits, requestBytes: 64 * 1024 * 1024 },
    gaps: ["otel-mapping", "otel-project"],
    example: {
      body: {
        resourceSpans: [
          {
            resource: { attributes: [{ key: "service.name", value: { stringValue: "airline-agent" } }] },
            scopeSpans: [
              {
                scope: { name: "airline" },
                spans: [
                  {
                    traceId: "5b8efff798038103d269b633813fc60c",
                    spanId: "eee19b7ec3c1b174",
                    name: "chat gpt-4o",
                    kind: 3,
                    startTimeUnixNano: "1763649001882000000",
                    endTimeUnixNano: "1763649008192000000",
                    attributes: [
                      { key: "gen_ai.request.model", value: { stringValue: "gpt-4o" } },
                      { key: "gen_ai.usage.input_tokens", value: { intValue: "412" } },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
      result: {},
    },
  }),
};
