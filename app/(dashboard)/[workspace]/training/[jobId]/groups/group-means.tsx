import { countOf, formatCount } from "@/lib/format/count";
import { metricTick } from "@/lib/training/metrics/format-metric";
import type { GroupMeansBar } from "./prepare-group-means";

const BARS_HEIGHT_PX = 84;

const edge = (value: number) => metricTick(Number(value.toPrecision(3)));

/** The distribution of the groups' mean rewards; groups without signal are hatched. */
export function GroupMeans({ bars }: { bars: readonly GroupMeansBar[] }) {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const height = (count: number) => (count / most) * BARS_HEIGHT_PX;
  return (
    <section aria-label="Group mean reward" className="min-w-0 flex-none">
      <h3 className="mb-1 text-micro leading-4 text-ink-2">Group mean reward</h3>
      <ol className="flex items-end gap-1.5">
        {bars.map(({ from, to, count, flatCount }) => (
          <li
            key={from}
            className="grid w-9 text-center text-micro tabular-nums"
            title={`Mean ${edge(from)} to ${edge(to)}: ${countOf(count, "group")}${flatCount === 0 ? "" : `, ${formatCount(flatCount)} without signal`}`}
          >
            <span className={count === 0 ? "text-ink-3" : "text-ink"}>{formatCount(count)}</span>
            <span aria-hidden="true" className="grid border-b border-line-strong">
              <i className="bg-hatch-idle" style={{ height: height(flatCount) }} />
              <i className="bg-dye-indigo" style={{ height: height(count - flatCount) }} />
            </span>
            <span className="pt-0.5 text-ink-3">{edge(from)}</span>
            <span className="sr-only">
              to {edge(to)}, {formatCount(flatCount)} without signal
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
