import { countOf, formatCount } from "@/lib/format/count";
import type { ColumnProfile, NumberProfile } from "./prepare-column-profile";

const units: Record<NumberProfile["of"], string> = {
  value: "Value",
  characters: "Characters",
  items: "Items",
  members: "Fields",
};

/** Four significant digits are enough for a summary figure. */
const figure = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 4 });

const share = (part: number, total: number) => (total === 0 ? "" : ` (${Math.round((part / total) * 100)}%)`);

type ColumnProfileViewProps = {
  profile: ColumnProfile;
  /** Total number of rows to count. */
  total: number;
  /** True when these are all rows of the table. */
  isWhole: boolean;
};

/** Statistics of a column over the loaded rows. */
export function ColumnProfileView({ profile, total, isWhole }: ColumnProfileViewProps) {
  const { rowCount, emptyCount, distinctCount, isDistinctCapped, numbers, top } = profile;
  return (
    <div className="grid gap-2 px-3 py-2">
      <p className="text-micro text-ink-3">
        {rowCount < total ? `Counting, ${formatCount(rowCount)} of ` : "Over "}
        {countOf(total, isWhole ? "row" : "loaded row")}
        {isWhole ? ", the full table" : ", not the full table"}
      </p>
      <dl className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-0.5">
        <Fact name="Filled" value={formatCount(rowCount - emptyCount)} />
        <Fact name="Empty" value={`${formatCount(emptyCount)}${share(emptyCount, rowCount)}`} />
        <Fact name="Different values" value={`${formatCount(distinctCount)}${isDistinctCapped ? " or more" : ""}`} />
      </dl>
      {numbers ? <Numbers numbers={numbers} /> : null}
      {top.length > 0 ? (
        <div className="grid gap-0.5">
          <h3 className="text-micro text-ink-3">Most frequent</h3>
          {top.map(({ text, count }) => (
            <div key={text} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
              <span className="truncate text-code" title={text}>
                {text}
              </span>
              <span>{formatCount(count)}</span>
              <i
                aria-hidden="true"
                className="col-span-2 h-[3px] rounded-[1px] bg-vat-3"
                style={{ width: `${(count / Math.max(1, rowCount - emptyCount)) * 100}%` }}
              />
            </div>
          ))}
        </div>
      ) : null}
    </div>
  );
}

function Numbers({ numbers }: { numbers: NumberProfile }) {
  const most = Math.max(...numbers.bins.map((bin) => bin.count));
  const summary = `${units[numbers.of]} from ${figure.format(numbers.min)} to ${figure.format(numbers.max)}, ${numbers.bins.length} bins, at most ${formatCount(most)} rows per bin`;
  return (
    <div className="grid gap-1">
      <h3 className="text-micro text-ink-3">{units[numbers.of]}</h3>
      <div role="img" aria-label={summary} className="flex h-10 items-end gap-px border-b border-line-strong">
        {numbers.bins.map((bin) => (
          <i
            key={bin.from}
            title={`${figure.format(bin.from)} to ${figure.format(bin.to)}: ${countOf(bin.count, "row")}`}
            className="min-h-px flex-1 bg-vat-4"
            style={{ height: `${(bin.count / most) * 100}%` }}
          />
        ))}
      </div>
      <dl className="grid grid-cols-3 text-center">
        {(["min", "mean", "max"] as const).map((name) => (
          <div key={name} className="first:text-left last:text-right">
            <dt className="text-micro text-ink-3">{name}</dt>
            <dd>{figure.format(numbers[name])}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="text-ink-2">{name}</dt>
      <dd className="text-right">{value}</dd>
    </>
  );
}
