import { ChevronDown, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { countOf } from "@/lib/format/count";
import { formatMetric } from "@/lib/training/metrics/format-metric";
import type { MetricLayout } from "@/lib/training/metrics/metric-roles";
import type { MetricTable } from "@/lib/training/metrics/metric-table";

type MoreMetricsProps = {
  layout: MetricLayout;
  table: MetricTable;
  isOpen: boolean;
  onToggle: () => void;
  /** The charts of the collapsed metrics. */
  children: ReactNode;
};

/** The other metrics, collapsed: constants with their value, the rest by name. */
export function MoreMetrics({ layout: { more, constant }, table, isOpen, onToggle, children }: MoreMetricsProps) {
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="flex h-8 flex-none items-center gap-2 border-b border-line px-4 text-left text-small outline-offset-[-2px] hover:bg-hover max-md:px-3"
      >
        <Chevron size={13} strokeWidth={1.7} aria-hidden="true" className="flex-none text-ink-3" />
        <span className="flex-none font-medium">{countOf(more.length + constant.length, "more metric")}</span>
        {isOpen ? null : (
          <span className="min-w-0 truncate text-micro text-ink-3">
            {more.length === 0 ? null : <span className="text-code">{more.join(", ")}</span>}
            {more.length > 0 && constant.length > 0 ? "; " : ""}
            {constant.length === 0 ? null : (
              <>
                constant:{" "}
                {constant.map((path, index) => (
                  <span key={path}>
                    {index === 0 ? "" : ", "}
                    <span className="text-code">{path}</span> {formatMetric(path, table.seriesOf(path)?.values.at(-1))}
                  </span>
                ))}
              </>
            )}
          </span>
        )}
      </button>
      {isOpen ? children : null}
    </>
  );
}
