import type { IssueCallRow } from "@/service/traces/store/figures/issue-figures";

/** What makes an example worth to be seen beside another. */
const FACTS = ["message", "user", "release", "traceId"] as const;

/** Returns calls of an issue that differ: the newest, then each time the one with the most facts that no other has. */
export function differingExamples(calls: readonly IssueCallRow[], count: number): readonly IssueCallRow[] {
  const left = [...calls];
  const chosen: IssueCallRow[] = [];
  const seen = new Map(FACTS.map((fact) => [fact, new Set<string>()]));
  const newFacts = (call: IssueCallRow) => FACTS.filter((fact) => !seen.get(fact)?.has(call[fact])).length;
  while (chosen.length < count && left.length > 0) {
    const most = Math.max(...left.map(newFacts));
    const [next] = left.splice(
      left.findIndex((call) => newFacts(call) === most),
      1,
    );
    if (next === undefined) break;
    chosen.push(next);
    for (const fact of FACTS) seen.get(fact)?.add(next[fact]);
  }
  return chosen;
}
