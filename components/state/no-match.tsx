import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { PaneState } from "./pane-state";

type NoMatchProps = {
  /** What there is none of: `calls`. */
  things: string;
  filterCount: number;
  rangeName: string;
  isFullTimeRange: boolean;
  onClearFilters: () => void;
  onAllTime: () => void;
  /** What the filters are, or what there would be without them. */
  children?: ReactNode;
  /** What it means that a thing is in a range; begins behind the name of the range. */
  inRange?: ReactNode;
};

/** Nothing in a range of time passes the filters; the way on is to drop one of the two. */
export function NoMatch({
  things,
  filterCount,
  rangeName,
  isFullTimeRange: isWholeTime,
  children,
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
        </>
      }
    >
      {children}
      The range is <b>{rangeName.toLowerCase()}</b>
      {inRange}
    </PaneState>
  );
}
