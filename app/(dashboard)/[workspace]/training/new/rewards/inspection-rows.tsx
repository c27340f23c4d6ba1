import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/lib/format/count";

interface InspectionRow {
  readonly key: string;
  readonly name: string;
  readonly facts: string;
  readonly group: number;
}

type InspectionRowsProps = {
  title: string;
  note: string;
  /** Indexes; only the shown ones become rows. */
  items: readonly number[];
  rowOf: (index: number) => InspectionRow;
  onShow: (group: number) => void;
  action: ReactNode;
};

const INITIAL_ITEMS = 6;
const MORE_ITEMS = 100;

/** Groups or trajectories that stand out, each with a button that opens it. */
export function InspectionRows({ title, note, items, rowOf, onShow, action }: InspectionRowsProps) {
  const [shownCount, setShownCount] = useState(INITIAL_ITEMS);
  const left = items.length - shownCount;
  return (
    <section aria-label={title} className="min-w-0">
      <div className="flex min-h-6 items-center gap-2">
        <h3 className="font-medium">{title}</h3>
        <span className="ml-auto">{action}</span>
      </div>
      <p className="mb-1.5 text-small text-ink-2">{note}</p>
      {items.length === 0 ? null : (
        <ul className="border-t border-line text-small">
          {items
            .slice(0, shownCount)
            .map(rowOf)
            .map(({ key, name, facts, group }) => (
              <li key={key} className="flex min-h-7 items-center gap-3 border-b border-line">
                <button
                  type="button"
                  onClick={() => onShow(group)}
                  className="min-w-0 flex-1 truncate text-left text-accent-text"
                >
                  {name || `group ${group}`}
                </button>
                <span className="flex-none text-ink-2">{facts}</span>
              </li>
            ))}
        </ul>
      )}
      {left > 0 ? (
        <Button kind="ghost" size="small" className="mt-1" onClick={() => setShownCount(shownCount + MORE_ITEMS)}>
          {formatCount(left)} more
        </Button>
      ) : null}
    </section>
  );
}
