"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { KeyHints, keyHint } from "@/components/keyboard/key-hints";
import { Button } from "@/components/ui/button";
import { Menu, MenuChoice } from "@/components/ui/menu";
import { PageFoot } from "@/components/ui/page-head";
import { formatCount } from "@/lib/format/count";
import { type PriceUnit, unitText } from "@/lib/format/price";
import type { PricePage } from "./listed-prices";

type CostsFootProps = {
  costs: PricePage;
  per: PriceUnit;
  onOffsetChange: (offset: number) => void;
  onLimitChange: (limit: number) => void;
};

const LENGTHS = [50, 200, 1000] as const;

/** The range and number of shown records, their unit, and the buttons for other pages. */
export function CostsFoot({ costs, per, onOffsetChange, onLimitChange }: CostsFootProps) {
  const { rows, counts, offset, limit, hasMore } = costs;
  const total = counts === null ? "" : ` of ${formatCount(counts.records)} records`;
  const isPaged = offset > 0 || hasMore;
  return (
    <PageFoot
      hints={
        <KeyHints
          hints={[
            keyHint("costs", ["j", "k"], "move"),
            keyHint("costs", ["h"], "history"),
            keyHint("costs", ["Mod+c"], "copy row"),
          ]}
        />
      }
    >
      {costs.failure ? (
        <span className="text-err">prices could not be read</span>
      ) : costs.problem !== null ? null : (
        <span>
          {isPaged ? `${formatCount(offset + 1)} to ${formatCount(offset + rows.length)}` : formatCount(rows.length)}
          {total}
        </span>
      )}
      {isPaged ? (
        <span className="flex items-center">
          <Button
            kind="ghost"
            size="icon-small"
            aria-label="Previous page"
            disabled={offset === 0}
            onClick={() => onOffsetChange(Math.max(0, offset - limit))}
          >
            <ChevronLeft size={14} strokeWidth={1.7} aria-hidden="true" />
          </Button>
          <Button
            kind="ghost"
            size="icon-small"
            aria-label="Next page"
            disabled={!hasMore}
            onClick={() => onOffsetChange(offset + limit)}
          >
            <ChevronRight size={14} strokeWidth={1.7} aria-hidden="true" />
          </Button>
        </span>
      ) : null}
      <Menu
        label="Records per page"
        side="top"
        trigger={
          <button type="button" className="rounded-chip px-1 hover:text-ink">
            at most {formatCount(limit)}
          </button>
        }
      >
        {LENGTHS.map((length) => (
          <MenuChoice key={length} isChosen={length === limit} onSelect={() => onLimitChange(length)}>
            {formatCount(length)} records
          </MenuChoice>
        ))}
      </Menu>
      <span className="max-md:hidden">unit as stored per token, shown per {unitText(per)}</span>
    </PageFoot>
  );
}
