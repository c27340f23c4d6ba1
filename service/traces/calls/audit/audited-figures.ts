import type { CallFiguresReader } from "@/service/traces/calls/call-figures";
import { type CountedSelection, countCalls } from "@/service/traces/calls/count-calls";
import type { FiguresRange } from "@/service/traces/store/figures/figures-query";
import { MAX_MODELS } from "@/service/traces/store/figures/usage-facts";
import { AuditSums } from "./audit-sums";
import { usdOf } from "./audit-trace";

/** The sums of a range as they are shown. */
export interface AuditedFigures {
  readonly figures: AuditSums;
  readonly callCount: number;
  readonly from: "calls" | "rollups";
  /** The sums that are kept but not drawn; null where all of them are drawn, and where none can answer. */
  readonly rollups: AuditSums | null;
}

const BY_MODEL = [{ key: null, limit: MAX_MODELS, hasBuckets: true }];

/** Reads what the pages draw of a range, and rollups also where it has too few calls to draw those. */
export async function readAuditedFigures(selection: CountedSelection, range: FiguresRange): Promise<AuditedFigures> {
  const drawn = await countCalls(selection, range, BY_MODEL);
  const isRolled = drawn.quantileError > 0;
  const kept = isRolled ? null : await countCalls({ ...selection, leastRolledCalls: 0 }, range, BY_MODEL);
  return {
    figures: sumsOf(drawn),
    callCount: drawn.totals().call_count,
    from: isRolled ? "rollups" : "calls",
    rollups: kept !== null && kept.quantileError > 0 ? sumsOf(kept) : null,
  };
}

function sumsOf(figures: CallFiguresReader): AuditSums {
  const sums = new AuditSums();
  for (const row of figures.pricedTokens()) sums.add(row, row, usdOf(row.cost));
  return sums;
}
