"use client";

import { ClipboardCheck, Copy, Download, GitCompareArrows, Layers, Table2, Trash2 } from "lucide-react";
import Link from "next/link";
import type { CallListRow } from "@/app/(dashboard)/[workspace]/traces/rows/prepare-call-row";
import { SelectionAction, SelectionBar, SelectionDivider } from "@/components/table/selection-bar";
import { Button } from "@/components/ui/button";
import { KeyCap } from "@/components/ui/key-cap";
import { usageTotal } from "@/lib/calls/call-facts";
import { formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { MISSING } from "@/lib/format/missing";
import { formatTotalCost } from "@/lib/format/money";
import { formatTokens } from "@/lib/format/tokens";

type CallsSelectionBarProps = {
  rows: readonly CallListRow[];
  /**
   * The number of calls when all matching calls are selected, loaded or not. Null while rows are selected one by one.
   */
  allMatching: number | null;
  /** Absent when all matching calls are already selected. */
  onAllMatching: (() => void) | null;
  matchingCount: number | null;
  compareHref: string | null;
  /** Why the user cannot change calls; null when they can. */
  refusal: string | null;
  onExport: () => void;
  onTable: () => void;
  onGroups: () => void;
  onReview: () => void;
  onDelete: () => void;
  onCopyIds: () => void;
  onClear: () => void;
};

const icon = { size: 14, strokeWidth: 1.7, "aria-hidden": true } as const;

/** The actions for the selected calls. */
export function CallsSelectionBar(props: CallsSelectionBarProps) {
  const { rows, allMatching, onAllMatching, matchingCount, refusal } = props;
  const isChosen = allMatching === null;
  return (
    <SelectionBar
      count={isChosen ? `${formatCount(rows.length)} selected` : `All ${formatCount(allMatching)} selected`}
      facts={isChosen ? factsOf(rows) : "including calls that are not loaded"}
      onClear={props.onClear}
    >
      {onAllMatching && matchingCount !== null ? (
        <Button kind="ghost" size="small" onClick={onAllMatching} className="text-accent-text">
          Select all {formatCount(matchingCount)} matching
        </Button>
      ) : null}
      <SelectionDivider />
      {props.compareHref === null ? null : (
        <Button asChild kind="ghost" size="small">
          <Link href={props.compareHref}>
            <GitCompareArrows {...icon} />
            Compare <KeyCap className="max-md:hidden">C</KeyCap>
          </Link>
        </Button>
      )}
      <SelectionAction icon={<Download {...icon} />} onPress={props.onExport}>
        Export <KeyCap className="max-md:hidden">E</KeyCap>
      </SelectionAction>
      <SelectionAction icon={<Table2 {...icon} />} refusal={refusal} onPress={props.onTable}>
        Add to dataset
      </SelectionAction>
      {allMatching === null ? (
        <SelectionAction icon={<Layers {...icon} />} refusal={refusal} onPress={props.onGroups}>
          Build trajectory groups
        </SelectionAction>
      ) : null}
      {allMatching === null ? (
        <SelectionAction icon={<ClipboardCheck {...icon} />} refusal={refusal} onPress={props.onReview}>
          Add to review
        </SelectionAction>
      ) : null}
      {allMatching === null ? (
        <SelectionAction icon={<Copy {...icon} />} onPress={props.onCopyIds}>
          Copy ids <KeyCap className="max-md:hidden">Y</KeyCap>
        </SelectionAction>
      ) : null}
      <SelectionAction icon={<Trash2 {...icon} />} refusal={refusal} onPress={props.onDelete}>
        Delete
      </SelectionAction>
    </SelectionBar>
  );
}

function factsOf(rows: readonly CallListRow[]): string {
  const total = usageTotal(rows);
  const tokens =
    total.tokensIn === null && total.tokensOut === null ? null : (total.tokensIn ?? 0) + (total.tokensOut ?? 0);
  const facts = [
    formatDuration(rows.reduce((sum, row) => sum + (row.durationMs ?? 0), 0)),
    tokens === null ? null : `${formatTokens(tokens)} tokens`,
    formatTotalCost(total.costUsd),
  ];
  return facts.filter((fact) => fact !== null && fact !== MISSING).join(" · ");
}
