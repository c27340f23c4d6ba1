"use client";

import { Plus, RefreshCw } from "lucide-react";
import type { Comparison } from "@/app/(dashboard)/[workspace]/overview/question/prepare-overview-request";
import type { RefreshedAnswer } from "@/app/(dashboard)/[workspace]/overview/question/use-overview";
import { Segmented } from "@/components/form/segmented";
import { SavedViews } from "@/components/saved-view/saved-views";
import { SourceSwitch } from "@/components/source/source-switch";
import type { SourceSwitchProps } from "@/components/source/source-switch-props";
import { Button } from "@/components/ui/button";
import { PageHead } from "@/components/ui/page-head";
import { Tooltip } from "@/components/ui/tooltip";
import { countedRange } from "@/lib/chart/time-buckets";
import type { TimeRange } from "@/lib/filter/time-range";

type OverviewHeadProps = {
  overview: RefreshedAnswer;
  range: TimeRange;
  /** True when the service can only count: there is nothing to compare with. */
  isCounting: boolean;
  areRootsOnly: boolean;
  onRootsChange: (areRootsOnly: boolean) => void;
  /** Null on a service that does not tell sources apart. */
  source: SourceSwitchProps | null;
  onFilter: () => void;
  comparison: Comparison;
  onComparisonChange: (comparison: Comparison) => void;
};

/** The title, the range, the filter and the compared range. */
export function OverviewHead(props: OverviewHeadProps) {
  const { overview, range, isCounting, areRootsOnly, comparison } = props;
  const { answer } = overview;
  const hasComparison = !isCounting && range.kind !== "all" && !(range.kind === "absolute" && range.fromMs === null);
  return (
    <PageHead
      title="Overview"
      count={
        answer === null || isCounting ? undefined : <span className="max-md:hidden">{countedRange(answer.result)}</span>
      }
    >
      <div className="ml-auto flex flex-none items-center gap-1.5">
        <SavedViews page="overview" />
        {isCounting ? null : (
          <Button
            size="small"
            aria-pressed={areRootsOnly}
            isOn={areRootsOnly}
            onClick={() => props.onRootsChange(!areRootsOnly)}
            className="font-normal"
          >
            Roots<span className="max-md:sr-only"> only</span> <span className="text-ink-3 max-md:hidden">is</span>{" "}
            <b className="max-md:hidden">{areRootsOnly ? "on" : "off"}</b>
          </Button>
        )}
        {props.source === null ? null : <SourceSwitch {...props.source} />}
        <Tooltip text="Filter" keys={["F"]}>
          <Button kind="ghost" size="small" onClick={props.onFilter}>
            <Plus size={12} strokeWidth={2} aria-hidden="true" />
            <span className="max-md:sr-only">Filter</span>
          </Button>
        </Tooltip>
        {hasComparison ? (
          <>
            <span className="mx-1 h-4 w-px flex-none bg-line-strong max-lg:hidden" />
            <Segmented
              label="Compare with"
              size="small"
              className="max-lg:hidden"
              value={comparison}
              onChange={props.onComparisonChange}
              segments={[
                {
                  value: "previous",
                  label: `vs previous ${range.kind === "relative" ? rangeLength(range.text) : "range"}`,
                },
                { value: "week", label: "vs last week" },
              ]}
            />
          </>
        ) : null}
        <Tooltip text="Refresh" keys={["R"]}>
          <Button kind="ghost" size="icon-small" aria-label="Refresh" onClick={overview.refresh}>
            <RefreshCw size={14} strokeWidth={1.7} aria-hidden="true" />
          </Button>
        </Tooltip>
      </div>
    </PageHead>
  );
}

/** `24h` as the header writes it: `24 h`. */
function rangeLength(text: string): string {
  return text.replace(/^(\d+)/, "$1 ").replace(/m$/, "min");
}
