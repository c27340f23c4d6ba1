import { formatCount } from "@/lib/format/count";

type HistogramBarsProps = { bins: readonly number[]; label: string };

const HEIGHT_PX = 14;

/** The distribution of a score in ten bars. */
export function HistogramBars({ bins, label }: HistogramBarsProps) {
  const most = Math.max(...bins, 1);
  const text = `${label}: ${bins.map((count) => formatCount(count)).join(", ")}`;
  return (
    <span role="img" aria-label={text} title={text} className="inline-flex h-[14px] w-[52px] items-end gap-px">
      {bins.map((count, index) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: a bin is its position
          key={index}
          className={count === 0 ? "flex-1 bg-line-strong" : "flex-1 bg-vat-4"}
          style={{ height: count === 0 ? 1 : Math.max(2, Math.round((count / most) * HEIGHT_PX)) }}
        />
      ))}
    </span>
  );
}
