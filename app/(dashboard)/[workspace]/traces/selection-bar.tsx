"use client";

import { Copy, GitCompareArrows, X } from "lucide-react";
import Link from "next/link";
import { MOST_COMPARED } from "@/components/compare/compare-href";
import { usageTotal } from "@/components/trace/prepare-call";
import { Button } from "@/components/ui/button";
import { KeyCap } from "@/components/ui/key-cap";
import { formatDuration } from "@/lib/format/duration";
import { MISSING } from "@/lib/format/missing";
import { formatTotalCost } from "@/lib/format/money";
import { formatTokens } from "@/lib/format/tokens";
import type { CallRow } from "./prepare-call-row";

type SelectionBarProps = {
  rows: readonly CallRow[];
  /** Where the selected rows stand beside each other. */
  compareHref: string;
  onCopyIds: () => void;
  onClear: () => void;
};

/** Above the foot while rows are selected: how many, their totals, what can be done with them. */
export function SelectionBar({ rows, compareHref, onCopyIds, onClear }: SelectionBarProps) {
  const total = usageTotal(rows);
  const tokens =
    total.tokensIn === null && total.tokensOut === null ? null : (total.tokensIn ?? 0) + (total.tokensOut ?? 0);
  const facts = [
    formatDuration(rows.reduce((sum, row) => sum + (row.durationMs ?? 0), 0)),
    tokens === null ? null : `${formatTokens(tokens)} tokens`,
    formatTotalCost(total.costUsd),
  ].filter((fact) => fact !== null && fact !== MISSING);
  return (
    <section
      aria-label="Selection"
      className="flex h-10 flex-none items-center gap-1 border-t border-accent-line bg-accent-tint pr-2 pl-4 whitespace-nowrap shadow-[inset_2px_0_var(--accent)]"
    >
      <span className="pr-1.5 font-medium">{rows.length} selected</span>
      <span className="truncate pr-1.5 text-small text-ink-3">{facts.join(" · ")}</span>
      <span className="mx-1 h-4 w-px flex-none bg-accent-line" />
      {rows.length >= 2 && rows.length <= MOST_COMPARED ? (
        <Button asChild kind="ghost" size="small">
          <Link href={compareHref}>
            <GitCompareArrows size={14} strokeWidth={1.7} aria-hidden="true" />
            Compare
          </Link>
        </Button>
      ) : (
        <Button kind="ghost" size="small" disabled title={`Two to ${MOST_COMPARED} rows stand beside each other`}>
          Compare
        </Button>
      )}
      <Button
        kind="ghost"
        size="small"
        onClick={onCopyIds}
        icon={<Copy size={14} strokeWidth={1.7} aria-hidden="true" />}
      >
        Copy ids <KeyCap className="max-md:hidden">Y</KeyCap>
      </Button>
      <span className="mx-1 h-4 w-px flex-none bg-accent-line" />
      <Button kind="ghost" size="icon-small" aria-label="Clear selection" onClick={onClear}>
        <X size={14} strokeWidth={1.7} aria-hidden="true" />
      </Button>
    </section>
  );
}
