import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { nameInSentence } from "@/lib/filter/time-range";
import { PaneState } from "./pane-state";

type NoMatchProps = {
  /** The noun of the missing rows: `calls`. */
  things: string;
  filterCount: number;
  rangeName: string;
  isFullTimeRange: boolean;
  onClearFilters: () => void;
  onAllTime: () => void;
  /** The filters as text, or the count without them. */
  children?: ReactNode;
  /** More ways to find some. */
  actions?: ReactNode;
  /** The rule for when a row is in the range; follows the name of the range. */
  inRange?: ReactNode;
};

/** The state for no matches in a time range; the user can drop the filters or the range. */
export function NoMatch({
  things,
  filterCount,
  rangeName,
  isFullTimeRange: isWholeTime,
  children,
  actions,
  inRange = ".",
  ...on
}: NoMatchProps) {
  const hasFilters = filterCount > 0;
  const filters = filterCount === 1 ? "the filter" : `${filterCount} filters`;
  return (
    <PaneState
      kind="no-match"
      title={hasFilters ? `No ${things} match ${filters}` : `No ${things} in this range`}
      actions={
        <>
          {hasFilters ? (
            <Button size="small" onClick={on.onClearFilters}>
              Clear all
            </Button>
          ) : null}
          {isWholeTime ? null : (
            <Button size="small" kind={hasFilters ? "ghost" : "plain"} onClick={on.onAllTime}>
              Show all time
            </Button>
          )}
          {actions}
        </>
      }
    >
      {children}
      The range is <b>{nameInSentence(rangeName)}</b>
      {inRange}
    </PaneState>
  );
}
