import { formatCount } from "@/lib/format/count";
import { classNames } from "@/lib/style/class-names";
import type { PreviewChart } from "./prepare-preview";

const COLORS: Readonly<Record<PreviewChart["stretches"][number]["state"], string>> = {
  ok: "",
  pending: "bg-warn",
  firing: "bg-err",
  no_data: "border border-line-strong bg-sunken",
};

/** The states along the range, below the chart, with their number for screen readers. */
export function StateStrip({ stretches }: Pick<PreviewChart, "stretches">) {
  const firings = stretches.filter(({ state }) => state === "firing").length;
  return (
    <div className="px-4 pb-3 max-md:px-3">
      <div
        role="img"
        aria-label={`States: ${formatCount(firings)} stretches of firing`}
        className="relative h-[9px] overflow-hidden rounded-[2px] bg-ok-tint"
      >
        {stretches.map(({ state, from, width }) => (
          <span
            key={from}
            className={classNames("absolute inset-y-0 min-w-px", COLORS[state])}
            style={{ left: `${from * 100}%`, width: `${width * 100}%` }}
          />
        ))}
      </div>
      <p className="pt-1 text-micro text-ink-3">State: quiet, pending, firing, no data</p>
    </div>
  );
}
