import type { ItemState } from "@/lib/review/item-state";

/** The fill and the frame of each state, in the list and in the strip. */
export const stateLooks: Record<ItemState, { fill: string; stroke: string; dashes?: string; label: string }> = {
  reviewed: { fill: "var(--vat-6)", stroke: "var(--vat-6)", label: "reviewed" },
  partly: { fill: "var(--vat-3)", stroke: "var(--vat-3)", label: "partly reviewed" },
  disagree: { fill: "var(--dye-weld)", stroke: "var(--dye-weld)", label: "reviewers disagree" },
  skipped: { fill: "none", stroke: "var(--ink-3)", dashes: "2 1.5", label: "skipped" },
  open: { fill: "none", stroke: "var(--line-input)", label: "open" },
  missing: { fill: "none", stroke: "var(--err)", dashes: "2 1.5", label: "deleted" },
};

/** The square of an item in the list. */
export function ItemStateMark({ state }: { state: ItemState }) {
  const { fill, stroke, dashes, label } = stateLooks[state];
  return (
    <svg width="12" height="12" role="img" aria-label={label} className="flex-none">
      <rect x="1.5" y="1.5" width="9" height="9" rx="2" fill={fill} stroke={stroke} strokeDasharray={dashes} />
    </svg>
  );
}
