import { letterOf } from "@/components/evaluation/run-letter";
import { countOf, formatCount } from "@/lib/format/count";
import type { ExampleMap } from "./prepare-example-map";
import { prepareScatter, SCATTER_SIZE, type ScatterMark } from "./prepare-scatter";

type ExampleScatterProps = {
  map: ExampleMap;
  focus: number;
  chosenKey: string | null;
  onChosen: (key: string) => void;
};

const FILLS = { worse: "var(--err)", same: "var(--ink-4)", better: "var(--vat-6)" } as const;
const LARGE_TICK = new Intl.NumberFormat("en", { maximumFractionDigits: 3 });
const SMALL_TICK = new Intl.NumberFormat("en", { maximumSignificantDigits: 2 });
/** Narrow enough for the cell of one trial in four: `.33`. */
const tickText = (value: number) =>
  (Math.abs(value) < 1 ? SMALL_TICK : LARGE_TICK)
    .format(value)
    .replace("-", "−")
    .replace(/^(−?)0\./, "$1.");
/** The space for labels around the plot. */
const LEFT = 40;
const BOTTOM = 18;
const RIGHT = 40;

/** Examples by their value in the baseline and in the focused run: above the diagonal it is higher. */
export function ExampleScatter({ map, focus, chosenKey, onChosen }: ExampleScatterProps) {
  const { marks, cells, ticks } = prepareScatter(map, chosenKey);
  const count = (change: ScatterMark["change"]) => map.points.filter((point) => point.change === change).length;
  const [better, worse] = [count("better"), count("worse")];
  const words = `${letterOf(focus)} against A: ${formatCount(better)} better, ${formatCount(worse)} worse, ${formatCount(count("same"))} the same of ${countOf(map.points.length, "example")}`;
  return (
    <section
      aria-label="Scatter of examples"
      className="w-[252px] flex-none border-r border-line px-3 pt-1.5 pb-1 max-lg:hidden"
    >
      <h2 className="text-small font-medium">
        {letterOf(focus)} against A{" "}
        <span className="font-normal text-ink-3">
          <span className="text-accent-text">{formatCount(better)} better</span>,{" "}
          <span className="text-err">{formatCount(worse)} worse</span>
        </span>
      </h2>
      <svg
        role="img"
        aria-label={words}
        // Not scaled: its text has the size of the page's smallest.
        width={LEFT + SCATTER_SIZE + RIGHT}
        height={SCATTER_SIZE + BOTTOM}
        className="mt-1 block"
      >
        <g transform={`translate(${LEFT} 0)`}>
          {cells.map(({ x, y, size, isDiagonal }) => (
            <rect
              key={`${x} ${y}`}
              x={x}
              y={y}
              width={size}
              height={size}
              rx="3"
              fill={isDiagonal ? "var(--sunken)" : "none"}
              stroke="var(--line)"
            />
          ))}
          {cells.length === 0 ? (
            <path d={`M0 ${SCATTER_SIZE}L${SCATTER_SIZE} 0`} stroke="var(--line-strong)" strokeDasharray="3 3" />
          ) : null}
          {marks.map((mark) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: the row of the example is the control for keys
            <g key={mark.key} className="cursor-pointer" onClick={() => onChosen(mark.key)}>
              {mark.isChosen ? (
                <circle cx={mark.x} cy={mark.y} r={mark.r + 3} fill="none" stroke="var(--ink)" strokeWidth="1.5" />
              ) : null}
              {mark.label === null ? (
                <circle cx={mark.x} cy={mark.y} r={mark.r} fill={FILLS[mark.change]} />
              ) : (
                <text x={mark.x} y={mark.y + 4} textAnchor="middle" fontSize="11" fill="var(--ink)">
                  {mark.label}
                </text>
              )}
            </g>
          ))}
          <g fill="var(--chart-text)" fontSize="11">
            {ticks.map(({ value, at }) => (
              <g key={value}>
                <text x={at} y={SCATTER_SIZE + 13} textAnchor="middle">
                  {tickText(value)}
                </text>
                <text x={-6} y={SCATTER_SIZE - at + 4} textAnchor="end">
                  {tickText(value)}
                </text>
              </g>
            ))}
            <text x={SCATTER_SIZE + 8} y={SCATTER_SIZE + 13}>
              → in A
            </text>
            <text x={SCATTER_SIZE + 8} y="10">
              ↑ in {letterOf(focus)}
            </text>
          </g>
        </g>
      </svg>
    </section>
  );
}
