import { z } from "zod";
import { anyValue, attributes, int64, scope } from "./otel";

const logRecord = z.object({
  timeUnixNano: int64.nullish(),
  observedTimeUnixNano: int64.nullish(),
  body: anyValue.nullish(),
  attributes,
  traceId: z.string().nullish().describe("32 hexadecimal digits"),
  spanId: z.string().nullish().describe("16 hexadecimal digits"),
  eventName: z.string().nullish(),
});

const resourceLogs = z.object({
  resource: z.object({ attributes }).nullish(),
  scopeLogs: z.array(z.object({ scope: scope.nullish(), logRecords: z.array(logRecord).nullish() })).nullish(),
});

/** ExportLogsServiceRequest in OTLP's JSON form, limited to the members that this service reads. */
export const exportLogsRequest = z.object({ resourceLogs: z.array(resourceLogs).nullish() });

/** ExportMetricsServiceRequest, of which nothing is read. */
export const exportMetricsRequest = z.looseObject({ resourceMetrics: z.array(z.unknown()).nullish() });

/** ExportLogsServiceResponse: `partialSuccess` only when records were not stored, with the reasons. */
export const exportLogsResponse = z.object({
  partialSuccess: z.object({ rejectedLogRecords: int64.optional(), errorMessage: z.string().optional() }).optional(),
});

/** ExportMetricsServiceResponse: says that nothing is stored. */
export const exportMetricsResponse = z.object({
  partialSuccess: z.object({ rejectedDataPoints: int64.optional(), errorMessage: z.string().optional() }).optional(),
});

export type ExportLogsRequest = z.output<typeof exportLogsRequest>;
export type RawLogRecord = z.output<typeof logRecord>;
