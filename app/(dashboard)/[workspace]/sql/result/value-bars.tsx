import { ScrollRegion } from "@/components/ui/scroll-region";
import type { ChartBar } from "./prepare-chart";

type ValueBarsProps = { label: string; bars: readonly ChartBar[]; textOf: (value: number) => string };

/** Bars with their labels and values, in the order of the rows. Negative ones are pale. */
export function ValueBars({ label, bars, textOf }: ValueBarsProps) {
  return (
    <ScrollRegion aria-label={label} className="min-h-0 flex-1 overflow-auto px-4 pb-3 max-md:px-3">
      <ul className="grid gap-1">
        {bars.map((bar, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have one label
            key={index}
            className="grid grid-cols-[minmax(80px,22%)_minmax(0,1fr)_auto] items-center gap-2.5 text-small"
          >
            <span className="truncate text-code" title={bar.label}>
              {bar.label}
            </span>
            <span aria-hidden="true" className="flex h-3">
              <i
                className="min-w-px rounded-bar bg-dye-indigo"
                style={{ width: `${bar.share * 100}%`, opacity: bar.value < 0 ? 0.45 : 1 }}
              />
            </span>
            <span className="tabular-nums">{textOf(bar.value)}</span>
          </li>
        ))}
      </ul>
    </ScrollRegion>
  );
}
