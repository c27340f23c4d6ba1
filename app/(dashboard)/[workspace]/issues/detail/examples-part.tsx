import { Link } from "@/components/ui/link";
import { tracesHref } from "@/lib/address/traces-href";
import type { IssueDetail } from "@/lib/api/contract/issues/issues";
import { issueCallsQuery } from "@/lib/calls/issue-calls-query";
import type { TimeRange } from "@/lib/filter/time-range";
import { formatCount } from "@/lib/format/count";
import { formatListTime } from "@/lib/format/relative-time";
import { parseTime } from "@/lib/format/time";

const SHOWN = 5;

/** Returns the address of the list of exactly the calls of an issue in a range. */
export const issueTracesHref = (
  slug: string,
  issue: Pick<IssueDetail, "kind" | "op" | "pattern">,
  range: TimeRange,
): string => tracesHref({ slug, query: issueCallsQuery(issue), source: "all", areRootsOnly: false, range });

type ExamplesPartProps = { slug: string; issue: IssueDetail; range: TimeRange; nowMs: number };

/** Calls of an issue that differ, each a link to its trace. */
export function ExamplesPart({ slug, issue, range, nowMs }: ExamplesPartProps) {
  const shown = issue.examples.slice(0, SHOWN);
  return (
    <section aria-label="Examples" className="py-2.5">
      <h3 className="flex items-baseline gap-2 px-4 pb-1 text-small max-md:px-3">
        <span className="font-medium">Examples</span>
        <span className="text-ink-3">chosen to differ</span>
        <Link href={issueTracesHref(slug, issue, range)} className="ml-auto text-accent-text hover:underline">
          All {formatCount(issue.call_count)} in Traces
        </Link>
      </h3>
      {shown.length === 0 ? (
        <p className="px-4 text-small text-ink-3 max-md:px-3">No calls in this range.</p>
      ) : (
        <ul>
          {shown.map((example) => (
            <li key={example.id}>
              <Link
                href={`/${slug}/traces/${encodeURIComponent(example.id)}`}
                className="grid min-h-(--row-h) grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-3 px-4 text-small outline-offset-[-2px] hover:bg-hover max-md:px-3"
              >
                <span className="truncate text-code" title={example.message}>
                  {example.message === "" ? "(no text)" : example.message}
                </span>
                <span className="max-w-40 truncate text-ink-3 max-md:hidden">
                  {[example.user, example.release].filter((text) => text !== "").join(", ")}
                </span>
                <span className="text-right text-ink-3 tabular-nums">
                  {formatListTime(parseTime(example.started_at), nowMs)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
