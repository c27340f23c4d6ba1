import { ingestLimits } from "@/lib/api/contract/operation/limits";
import { defineOperation } from "@/lib/api/contract/operation/operation-row";
import { exportTraceHeaders, exportTraceRequest, exportTraceResponse } from "./otel";
import { exportLogsRequest, exportLogsResponse, exportMetricsRequest, exportMetricsResponse } from "./otel-logs";

const OTLP_TYPES = ["application/x-protobuf", "application/json"] as const;

export const otelOperations = {
  "otel.exportTraces": defineOperation({
    id: "otel.exportTraces",
    title: "OpenTelemetry spans",
    summary:
      "Stores spans as calls (OTLP over HTTP). The project is named by the resource attributes wandb.entity and wandb.project, or by the header project_id.",
    path: "/otel/v1/traces",
    aliases: ["/otel/v1/trace", "/v1/traces", "/agents/otel/v1/traces"],
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
  "otel.exportLogs": defineOperation({
    id: "otel.exportLogs",
    title: "OpenTelemetry log events",
    summary:
      "Adds the messages in GenAI log events to the calls of their spans, and evaluation results to their scores (OTLP over HTTP). Other log records are accepted and not stored; the response says so.",
    path: "/otel/v1/logs",
    aliases: ["/v1/logs", "/agents/otel/v1/logs"],
    auth: "basic",
    effect: "write",
    body: { kind: "media", types: OTLP_TYPES, headers: exportTraceHeaders, schema: exportLogsRequest },
    result: { kind: "media", types: OTLP_TYPES, schema: exportLogsResponse },
    standing: "extension",
    limits: { ...ingestLimits, requestBytes: 64 * 1024 * 1024 },
    gaps: ["otel-logs", "otel-project"],
    example: {
      body: {
        resourceLogs: [
          {
            resource: { attributes: [{ key: "service.name", value: { stringValue: "airline-agent" } }] },
            scopeLogs: [
              {
                scope: { name: "airline" },
                logRecords: [
                  {
                    timeUnixNano: "1763649001882000000",
                    traceId: "5b8efff798038103d269b633813fc60c",
                    spanId: "eee19b7ec3c1b174",
                    eventName: "gen_ai.user.message",
                    body: {
                      kvlistValue: { values: [{ key: "content", value: { stringValue: "Is AX118 on time?" } }] },
                    },
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
  "otel.exportMetrics": defineOperation({
    id: "otel.exportMetrics",
    title: "OpenTelemetry metrics",
    summary: "Accepts metrics, so that exporters do not fail, and does not store them.",
    path: "/otel/v1/metrics",
    aliases: ["/v1/metrics", "/agents/otel/v1/metrics"],
    auth: "basic",
    effect: "write",
    body: { kind: "media", types: OTLP_TYPES, headers: exportTraceHeaders, schema: exportMetricsRequest },
    result: { kind: "media", types: OTLP_TYPES, schema: exportMetricsResponse },
    standing: "extension",
    limits: { ...ingestLimits, requestBytes: 64 * 1024 * 1024 },
    gaps: ["otel-metrics"],
    example: { body: { resourceMetrics: [] }, result: {} },
  }),
};
