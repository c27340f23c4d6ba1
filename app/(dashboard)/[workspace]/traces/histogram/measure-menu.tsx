import { ChevronDown } from "lucide-react";
import { Menu, MenuChoice } from "@/components/ui/menu";
import type { Measure } from "./prepare-histogram";

const NAMES: Record<Measure, string> = { calls: "Calls", latency: "Latency", cost: "Cost" };

type MeasureMenuProps = { measures: readonly Measure[]; measure: Measure; onChange: (measure: Measure) => void };

/** Chooses what the height of the bars says. */
export function MeasureMenu({ measures, measure, onChange }: MeasureMenuProps) {
  return (
    <Menu
      label="Height of the bars"
      className="min-w-28"
      trigger={
        <button
          type="button"
          aria-label={`Height of the bars: ${NAMES[measure]}`}
          className="pointer-events-auto inline-flex h-6 flex-none items-center gap-0.5 rounded-chip px-1 font-medium text-ink-2 hover:bg-hover hover:text-ink"
        >
          {NAMES[measure]}
          <ChevronDown size={11} strokeWidth={2} aria-hidden="true" className="text-ink-3" />
        </button>
      }
    >
      {measures.map((each) => (
        <MenuChoice key={each} isChosen={each === measure} onSelect={() => onChange(each)}>
          {NAMES[each]}
        </MenuChoice>
      ))}
    </Menu>
  );
}
