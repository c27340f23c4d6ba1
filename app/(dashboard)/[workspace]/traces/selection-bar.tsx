"use client";

import { Copy, Download, GitCompareArrows, Layers, Table2, Trash2, X } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { usageTotal } from "@/components/trace/prepare-call";
import { Button } from "@/components/ui/button";
import { KeyCap } from "@/components/ui/key-cap";
import { formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { MISSING } from "@/lib/format/missing";
import { formatTotalCost } from "@/lib/format/money";
import { formatTokens } from "@/lib/format/tokens";
import type { CallRow } from "./prepare-call-row";

type SelectionBarProps = {
  rows: readonly CallRow[];
  /** All that match are chosen, loaded or not: how many they are. Null while rows are chosen one by one. */
  allMatching: number | null;
  /** Absent where there is no more than what is chosen. */
  onAllMatching: (() => void) | null;
  matchingCount: number | null;
  compareHref: string | null;
  /** Why calls cannot be changed by this person; null when they can. */
  refusal: string | null;
  onExport: () => void;
  onTable: () => void;
  onGroups: () => void;
  onDelete: () => void;
  onCopyIds: () => void;
  onClear: () => void;
};

const icon = { size: 14, strokeWidth: 1.7, "aria-hidden": true } as const;

/** Above the foot while rows are selected: how many, their totals, what can be done with them. */
export function SelectionBar(props: SelectionBarProps) {
  const { rows, allMatching, onAllMatching, matchingCount, refusal } = props;
  return (
    <section
      aria-label="Selection"
      className="flex h-10 flex-none items-center gap-1 overflow-x-auto border-t border-accent-line bg-accent-tint pr-2 pl-4 whitespace-nowrap shadow-[inset_2px_0_var(--accent)] [scrollbar-width:none]"
    >
      <span className="pr-1.5 font-medium">
        {allMatching === null ? `${formatCount(rows.length)} selected` : `All ${formatCount(allMatching)} selected`}
      </span>
      {allMatching === null ? (
        <span className="truncate pr-1.5 text-small text-ink-3">{factsOf(rows)}</span>
      ) : (
        <span className="truncate pr-1.5 text-small text-ink-3">loaded or not</span>
      )}
      {onAllMatching && matchingCount !== null ? (
        <Button kind="ghost" size="small" onClick={onAllMatching} className="text-accent-text">
          Select all {formatCount(matchingCount)} that match
        </Button>
      ) : null}
      <Divider />
      {props.compareHref === null ? null : (
        <Button asChild kind="ghost" size="small">
          <Link href={props.compareHref}>
            <GitCompareArrows {...icon} />
            Compare <KeyCap className="max-md:hidden">C</KeyCap>
          </Link>
        </Button>
      )}
      <Action icon={<Download {...icon} />} onPress={props.onExport}>
        Export <KeyCap className="max-md:hidden">E</KeyCap>
      </Action>
      <Action icon={<Table2 {...icon} />} refusal={refusal} onPress={props.onTable}>
        Add to a table
      </Action>
      {allMatching === null ? (
        <Action icon={<Layers {...icon} />} refusal={refusal} onPress={props.onGroups}>
          Build trajectory groups
        </Action>
      ) : null}
      {allMatching === null ? (
        <Action icon={<Copy {...icon} />} onPress={props.onCopyIds}>
          Copy ids <KeyCap className="max-md:hidden">Y</KeyCap>
        </Action>
      ) : null}
      <Action icon={<Trash2 {...icon} />} refusal={refusal} onPress={props.onDelete}>
        Delete
      </Action>
      <Divider />
      <Button kind="ghost" size="icon-small" aria-label="Clear selection" onClick={props.onClear}>
        <X {...icon} />
      </Button>
    </section>
  );
}

function factsOf(rows: readonly CallRow[]): string {
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

function Divider() {
  return <span className="mx-1 h-4 w-px flex-none bg-accent-line" />;
}

type ActionProps = { icon: ReactNode; refusal?: string | null; onPress: () => void; children: ReactNode };

function Action({ icon, refusal = null, onPress, children }: ActionProps) {
  return (
    <Button
      kind="ghost"
      size="small"
      icon={icon}
      disabled={refusal !== null}
      title={refusal ?? undefined}
      onClick={onPress}
    >
      {children}
    </Button>
  );
}
