import type { Grain } from "@/app/(dashboard)/[workspace]/traces/list/listing";
import type { CallCounts } from "@/app/(dashboard)/[workspace]/traces/list/use-call-counts";
import { Segmented } from "@/components/form/segmented";
import { formatShortCount } from "@/lib/format/count";

export type RowsSwitchProps = {
  counts: Pick<CallCounts, "otherScope">;
  grain: Grain;
  /** True while failed calls are shown in groups. */
  areFailuresShown: boolean;
  onScopeChange: (shown: Grain | "failures") => void;
};

/** Switches between traces, all calls, and failed calls in groups. */
export function RowsSwitch(props: RowsSwitchProps & { className: string }) {
  const { counts, grain, areFailuresShown, onScopeChange, className } = props;
  const other = counts.otherScope === null ? null : formatShortCount(counts.otherScope);
  return (
    <Segmented
      label="Rows"
      size="small"
      className={className}
      value={areFailuresShown ? "failures" : grain}
      onChange={onScopeChange}
      segments={[
        { value: "roots", label: <>Roots {grain === "all" ? <OtherCount text={other} /> : null}</> },
        { value: "all", label: <>All calls {grain === "roots" ? <OtherCount text={other} /> : null}</> },
        { value: "failures", label: "Failures" },
      ]}
    />
  );
}

function OtherCount({ text }: { text: string | null }) {
  return text === null ? null : <span className="font-normal text-ink-3">{text}</span>;
}
