import { Callout } from "@/components/ui/callout";
import { FigureList } from "@/components/ui/figure-list";
import type { AuditSummary } from "@/lib/api/contract/costs/cost-audit";
import { formatCount } from "@/lib/format/count";
import { DifferencesTable } from "./differences-table";
import { LeftOutList } from "./left-out-list";
import { type AuditFindings, auditValueText, auditVerdict, differenceCount } from "./prepare-audit";

/** What an audit found, complete or not. */
export function AuditResult({ findings, slug }: { findings: AuditFindings; slug: string }) {
  const { differences, leftOut, summary } = findings;
  const verdict = summary === null ? null : auditVerdict(summary);
  return (
    <div className="grid gap-3">
      {verdict ? <Callout tone={verdict.tone}>{verdict.text}</Callout> : null}
      {summary === null ? null : <FigureList figures={figuresOf(summary)} />}
      {differences.length === 0 ? null : (
        <section aria-label="Differences">
          <DifferencesTable
            differences={differences}
            count={summary === null ? differences.length : differenceCount(summary)}
            bucketSeconds={summary?.bucket_seconds ?? 0}
            slug={slug}
          />
        </section>
      )}
      {summary === null && leftOut.length === 0 ? null : (
        <section aria-label="Left out">
          <h3 className="mb-1 text-small font-medium">Left out of the sums, or at another cost</h3>
          <LeftOutList groups={leftOut} slug={slug} />
        </section>
      )}
    </div>
  );
}

function figuresOf({ shown, recomputed, usage_call_count, incomplete_reason }: AuditSummary) {
  const cost = (costUsd: number | null) => (costUsd === null ? "no price" : auditValueText("cost_usd", costUsd));
  return [
    { value: formatCount(usage_call_count), label: "calls with tokens" },
    { value: formatCount(shown.total_tokens), label: "tokens shown" },
    { value: cost(shown.cost_usd), label: "cost shown" },
    ...(incomplete_reason === null
      ? [
          { value: formatCount(recomputed.total_tokens), label: "tokens recomputed" },
          { value: cost(recomputed.cost_usd), label: "cost recomputed" },
        ]
      : []),
  ];
}
