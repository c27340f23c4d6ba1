import type { Call } from "@/lib/api/contract/calls/calls";
import { callUsage, usageReport } from "./call-facts";
import { hasTokens } from "./trace-usage";

/** True for a request to a model with tokens, also where an SDK reports it: only those may be reported twice. */
export function mayHaveTwins(call: Call): boolean {
  const report = usageReport(call);
  return (report?.isRequest || report?.isSdk) === true && callUsage(call).some(hasTokens);
}

/** Returns the requests of some calls that name the same response or answer as another one of them, which a span reports. */
export function possibleTwins(calls: readonly Call[]): readonly Call[] {
  const byName = new Map<string, Call[]>();
  for (const call of calls) {
    const report = usageReport(call);
    if (!report?.isRequest && !report?.isSdk) continue;
    for (const [kind, name] of [
      ["response", report.response],
      ["answer", report.answer],
    ] as const) {
      if (name === "") continue;
      const same = byName.get(`${kind} ${name}`);
      if (same === undefined) byName.set(`${kind} ${name}`, [call]);
      else same.push(call);
    }
  }
  const groups = [...byName.values()].filter(
    (same) => same.length > 1 && same.some((call) => usageReport(call)?.isRequest),
  );
  return [...new Set(groups.flat())];
}
