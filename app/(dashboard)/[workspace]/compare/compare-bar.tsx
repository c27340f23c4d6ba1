import type { Aligned } from "@/app/(dashboard)/[workspace]/compare/alignment/use-alignment";
import { Segmented } from "@/components/form/segmented";
import { Switch } from "@/components/form/switch";
import { KeyCap } from "@/components/ui/key-cap";
import { countOf, formatCount } from "@/lib/format/count";

type CompareBarProps = {
  aligned: Aligned;
  isDifferencesOnly: boolean;
  by: "wording" | "action";
  onOnlyChange: (only: boolean) => void;
  onByChange: (by: "wording" | "action") => void;
  /** The visible side on a narrow screen. */
  children?: React.ReactNode;
};

/** The number of calls by comparison result, and the controls of the view. */
export function CompareBar({
  aligned,
  isDifferencesOnly: only,
  by,
  onOnlyChange,
  onByChange,
  children,
}: CompareBarProps) {
  const { counts, summaries } = aligned;
  const legend = [
    { sign: "=", text: `same ${formatCount(counts.same)}` },
    { sign: "≈", text: `wording differs ${formatCount(counts.wording)}` },
    { sign: "≠", text: `action differs ${formatCount(counts.action)}` },
    { sign: "", text: `only in one ${formatCount(counts.onlyOnOneSide)}` },
    ...(counts.moved > 0 ? [{ sign: "⇅", text: `moved ${formatCount(counts.moved)}` }] : []),
    ...(counts.unread > 0 && !summaries.isReading
      ? [{ sign: "·", text: `not compared ${formatCount(counts.unread)}` }]
      : []),
  ];
  return (
    <div className="flex min-h-[38px] flex-none flex-wrap items-center gap-x-3.5 gap-y-1 border-b border-line py-1 pr-3 pl-4 text-small max-md:px-3">
      <h2 className="font-medium">Calls</h2>
      <span className="text-ink-3 max-lg:hidden">aligned by op and position</span>
      {children}
      <span className="ml-auto flex flex-wrap gap-x-3.5 text-micro text-ink-2 max-lg:hidden">
        {summaries.isReading ? <span role="status">Loading payloads</span> : null}
        {legend.map(({ sign, text }) => (
          <span key={text} className="flex items-center gap-1.5">
            {sign === "" ? <HatchPattern /> : <span className="font-mono">{sign}</span>}
            {text}
          </span>
        ))}
      </span>
      <Segmented
        label="Differences to show"
        size="small"
        className="max-lg:ml-auto max-md:hidden"
        value={by}
        onChange={onByChange}
        segments={[
          { value: "wording", label: "Actions and wording" },
          { value: "action", label: "Actions" },
        ]}
      />
      <span className="flex items-center gap-2">
        <Switch isOn={only} onChange={onOnlyChange} label="Only differences" />
        <KeyCap className="max-md:hidden">D</KeyCap>
      </span>
      <span className="sr-only" role="status">
        {summaries.isReading ? "" : countOf(aligned.differences.length, "difference")}
      </span>
    </div>
  );
}

function HatchPattern() {
  return (
    <i
      aria-hidden="true"
      className="h-2.5 w-3.5 rounded-[1px] bg-[repeating-linear-gradient(135deg,transparent_0_3px,var(--line-strong)_3px_4px)]"
    />
  );
}
