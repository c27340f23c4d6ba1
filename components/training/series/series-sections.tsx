import { ChevronDown, ChevronRight } from "lucide-react";
import { countOf } from "@/lib/format/count";
import type { MetricSection } from "@/lib/training/metrics/metric-order";
import { seriesName } from "@/lib/training/series/series-chart";
import { SeriesGrid, type SeriesGridProps } from "./series-grid";

type SeriesSectionsProps = {
  sections: readonly MetricSection[];
  /** The prefixes of those that are open. */
  open: readonly string[];
  onOpen: (prefixes: readonly string[]) => void;
  grid: Omit<SeriesGridProps, "keys">;
};

/** The other metrics by prefix. A closed section names them; its values are loaded when it is opened. */
export function SeriesSections({ sections, open, onOpen, grid }: SeriesSectionsProps) {
  return sections.map(({ prefix, keys }) => {
    const isOpen = open.includes(prefix);
    const Chevron = isOpen ? ChevronDown : ChevronRight;
    return (
      <section key={prefix} aria-label={prefix === "" ? "Other metrics" : `Metrics of ${prefix}`}>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => onOpen(isOpen ? open.filter((one) => one !== prefix) : [...open, prefix])}
          className="flex h-8 w-full items-center gap-2 border-b border-line px-4 text-left text-small outline-offset-[-2px] hover:bg-hover max-md:px-3"
        >
          <Chevron size={13} strokeWidth={1.7} aria-hidden="true" className="flex-none text-ink-3" />
          {prefix === "" ? (
            <span className="flex-none font-medium">{countOf(keys.length, "more metric")}</span>
          ) : (
            <>
              <span className="flex-none font-medium text-code">{prefix}/</span>
              <span className="flex-none text-micro text-ink-3">{countOf(keys.length, "metric")}</span>
            </>
          )}
          {isOpen ? null : (
            <span className="min-w-0 truncate text-micro text-ink-3 text-code">{keys.map(seriesName).join(", ")}</span>
          )}
        </button>
        {isOpen ? <SeriesGrid keys={keys} {...grid} /> : null}
      </section>
    );
  });
}
