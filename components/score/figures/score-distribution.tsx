import { Link } from "@/components/ui/link";
import { countOf, formatCount } from "@/lib/format/count";
import type { ScoreChart } from "./prepare-score-chart";

/** How often each value or range of values occurs, each a link to its calls. */
export function ScoreDistribution({ name, bars }: Pick<ScoreChart, "name" | "bars">) {
  if (bars.length === 0)
    return <p className="px-4 py-2 text-small text-ink-2">No call in this range has this score.</p>;
  return (
    <ul aria-label={`Distribution of ${name}`} className="min-h-0 flex-1 overflow-y-auto pb-1">
      {bars.map(({ label, count, share, href }) => (
        <li key={label}>
          <Link
            href={href}
            aria-label={`${label}: ${countOf(count, "call")}`}
            className="grid grid-cols-[minmax(0,7fr)_minmax(0,8fr)_auto] items-center gap-2.5 px-4 py-[3px] text-small outline-offset-[-2px] hover:bg-hover max-md:px-3 max-md:py-1.5"
          >
            <span className="truncate text-code" title={label}>
              {label}
            </span>
            <span aria-hidden="true" className="flex h-2">
              <i className="rounded-[1px] bg-vat-4" style={{ width: `${share * 100}%`, minWidth: count > 0 ? 1 : 0 }} />
            </span>
            <span className="min-w-10 text-right text-micro text-ink-3">{formatCount(count)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
