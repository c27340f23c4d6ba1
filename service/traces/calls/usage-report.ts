import type { StoredCall, StoredCallColumn } from "@/service/traces/store/calls/call-rows";
import { REPORTED_BY } from "@/service/traces/store/schema/stored-usage";
import { sdkAnswer } from "@/service/traces/store/schema/usage-entries";

/** The columns that {@link usageReportOf} reads, besides the summary. */
export const REPORT_COLUMNS = ["usage_report", "sdk_response"] as const satisfies readonly StoredCallColumn[];

/** Where an SDK's call has no hash of a response: 0 in a trace of OpenTelemetry, 1 for an answer without an id. */
const NO_SDK_RESPONSE = ["0", "1"];

/**
 * Returns what a call says of its usage, in the wire names of `UsageReport`; null for a call of an SDK that is not one
 * request, as `IS_SDK_REQUEST_SQL` decides it. Hashes are decimal texts; a response without one is empty.
 */
export function usageReportOf(row: StoredCall): Readonly<Record<string, string | boolean>> | null {
  const { usage_report: report, sdk_response: sdkResponse = "0", summary, trace_id: traceId } = row;
  if (report === undefined) return null;
  if (report.by !== REPORTED_BY.sdk) {
    const { by, source, response, answer } = report;
    return { is_request: by === REPORTED_BY.request, source, response: response === "0" ? "" : response, answer };
  }
  const answer = sdkResponse === "0" || !summary ? null : sdkAnswer(traceId, summary);
  if (answer === null) return null;
  const response = NO_SDK_RESPONSE.includes(sdkResponse) ? "" : sdkResponse;
  return { is_request: false, is_sdk: true, response, answer: String(answer) };
}
