import { GitCompareArrows } from "lucide-react";
import Link from "next/link";
import { SelectionBar } from "@/components/table/selection-bar";
import type { RowSelection } from "@/components/training/lists/use-row-selection";
import { Button } from "@/components/ui/button";
import { KeyCap } from "@/components/ui/key-cap";
import { MAX_COMPARED_JOBS } from "@/lib/address/compare-jobs-href";
import { formatCount } from "@/lib/format/count";

const icon = { size: 14, strokeWidth: 1.7, "aria-hidden": true } as const;

/** The bar above the foot while jobs are selected: their number, and the button that compares them. */
export function SelectedJobs({ selection: { ids, compareHref, clear } }: { selection: RowSelection }) {
  if (ids.length === 0) return null;
  return (
    <SelectionBar count={`${formatCount(ids.length)} selected`} facts="" onClear={clear}>
      {compareHref === null ? (
        <span className="truncate text-small text-ink-2">
          {ids.length < 2 ? "select another job to compare" : `at most ${MAX_COMPARED_JOBS} can be compared`}
        </span>
      ) : (
        <Button asChild kind="ghost" size="small">
          <Link href={compareHref}>
            <GitCompareArrows {...icon} />
            Compare jobs <KeyCap className="max-md:hidden">C</KeyCap>
          </Link>
        </Button>
      )}
    </SelectionBar>
  );
}
