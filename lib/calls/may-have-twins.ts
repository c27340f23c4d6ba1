import type { Call } from "@/lib/api/contract/calls/calls";
import { callUsage, usageReport } from "./call-facts";
import { hasTokens } from "./trace-usage";

/** True for a request to a model with tokens: only those may be reported twice. */
export function mayHaveTwins(call: Call): boolean {
  return usageReport(call)?.isRequest === true && callUsage(call).some(hasTokens);
}
