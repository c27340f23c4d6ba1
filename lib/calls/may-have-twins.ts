import type { Call } from "@/lib/api/contract/calls/calls";
import { callUsage, usageReport } from "./call-facts";
import { hasTokens } from "./trace-usage";

/** True for a request to a model with tokens: only those may be reported twice. */
export function mayHaveTwins(call: Call): boolean {
  return usageReport(call)?.isRequest === true && callUsage(call).some(hasTokens);
}

/** Returns the requests of some calls that name the same response or answer as another one of them. */
export function possibleTwins(calls: readonly Call[]): readonly Call[] {
  const byName = new Map<string, Call>();
  const found = new Set<Call>();
  for (const call of calls) {
    const report = usageReport(call);
    if (!report?.isRequest) continue;
    for (const [kind, name] of [
      ["response", report.response],
      ["answer", report.answer],
    ] as const) {
      if (name === "") continue;
      const other = byName.get(`${kind} ${name}`);
      if (other === undefined) byName.set(`${kind} ${name}`, call);
      else found.add(other).add(call);
    }
  }
  return [...found];
}
