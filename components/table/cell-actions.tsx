import { Copy, Minus, Plus } from "lucide-react";
import type { ReactNode } from "react";
import type { CellValue } from "@/lib/table/cell-value";

/** What can be done with the value of a cell. */
export interface CellActions {
  readonly onCopy: (text: string) => void;
  readonly onFilter: (term: string, isNegated: boolean) => void;
}

const icon = { size: 12, strokeWidth: 2, "aria-hidden": true } as const;

/** Over the end of the cell that the pointer is on: copy its value, filter for it, filter it out. */
export function CellActionButtons({ value, actions }: { value: CellValue; actions: CellActions }) {
  const { text, term } = value;
  return (
    <span className="absolute inset-y-0 right-1 z-[1] flex items-center">
      <span className="flex rounded-chip bg-surface shadow-pop">
        <Action label="Copy the value" onPress={() => actions.onCopy(text)}>
          <Copy {...icon} />
        </Action>
        {term === null ? null : (
          <>
            <Action label="Filter for this value" onPress={() => actions.onFilter(term, false)}>
              <Plus {...icon} />
            </Action>
            <Action label="Filter out this value" onPress={() => actions.onFilter(term, true)}>
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
      // The rows have the focus of the keys; what is only there under the pointer is no stop of the tab key.
      tabIndex={-1}
      onClick={onPress}
      className="grid size-6 place-items-center rounded-chip text-ink-2 hover:bg-hover hover:text-ink"
    >
      {children}
    </button>
  );
}
