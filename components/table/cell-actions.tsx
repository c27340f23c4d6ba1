import { Copy, Minus, Plus } from "lucide-react";
import type { ReactNode } from "react";
import type { CellValue } from "@/lib/table/cell-value";

/** The actions on a cell's value. */
export interface CellActions {
  readonly onCopy: (text: string) => void;
  readonly onFilter: (term: string, isNegated: boolean) => void;
}

const icon = { size: 12, strokeWidth: 2, "aria-hidden": true } as const;

/** Buttons over the end of the cell under the pointer: copy its value, filter for it, exclude it. */
export function CellActionButtons({ value, actions }: { value: CellValue; actions: CellActions }) {
  const { text, term } = value;
  return (
    <span className="absolute inset-y-0 right-1 z-[1] flex items-center">
      <span className="flex rounded-chip bg-surface shadow-pop">
        <Action label="Copy value" onPress={() => actions.onCopy(text)}>
          <Copy {...icon} />
        </Action>
        {term === null ? null : (
          <>
            <Action label="Filter for this value" onPress={() => actions.onFilter(term, false)}>
              <Plus {...icon} />
            </Action>
            <Action label="Exclude this value" onPress={() => actions.onFilter(term, true)}>
              <Minus {...icon} />
            </Action>
          </>
        )}
      </span>
    </span>
  );
}

type ActionProps = { label: string; onPress: () => void; children: ReactNode };

function Action({ label, onPress, children }: ActionProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      // Key focus is on the rows; buttons that show only under the pointer are not tab stops.
      tabIndex={-1}
      onClick={onPress}
      className="grid size-6 place-items-center rounded-chip text-ink-2 hover:bg-hover hover:text-ink"
    >
      {children}
    </button>
  );
}
