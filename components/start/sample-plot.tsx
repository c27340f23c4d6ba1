import { SAMPLE_SHAPE } from "@/lib/sample/sample-project";
import { classNames } from "@/lib/style/class-names";

const maxColumnTotal = Math.max(...SAMPLE_SHAPE.calls);

/** The last day is darker: the pages show it first. */
const LAST_DAY = SAMPLE_SHAPE.calls.length - 8;

/**
 * The sample's calls over its seven days, three hours per bar, failed calls on top. An illustration of the card, not a
 * chart.
 */
export function SamplePlot() {
  return (
    <div aria-hidden="true" className="flex h-[52px] items-end gap-px border-b border-line-strong">
      {SAMPLE_SHAPE.calls.map((count, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar has no other name than its place in time
          key={index}
          className="flex min-w-0 flex-1 flex-col overflow-hidden rounded-t-[1px]"
          style={{ height: `${(count / maxColumnTotal) * 100}%` }}
        >
          <i className="flex-none bg-err" style={{ height: `${((SAMPLE_SHAPE.errors[index] ?? 0) / count) * 100}%` }} />
          <i className={classNames("flex-1", index < LAST_DAY ? "bg-vat-3" : "bg-vat-5")} />
        </span>
      ))}
    </div>
  );
}
