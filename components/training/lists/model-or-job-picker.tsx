import type { ReactNode } from "react";
import { formatShortId } from "@/lib/format/identifier";

/** A job or a model that can be chosen. */
export interface PickerChoice {
  readonly id: string;
  readonly name: string;
  readonly fact: string;
  readonly glyph: ReactNode;
}

type PickListProps = { label: string; picks: readonly PickerChoice[]; onPick: (id: string) => void };

/** Chooses another item for the comparison. */
export function ModelOrJobPicker({ label, picks, onPick }: PickListProps) {
  return (
    <ul aria-label={label} className="max-h-72 overflow-auto">
      {picks.map(({ id, name, fact, glyph }) => (
        <li key={id}>
          <button
            type="button"
            onClick={() => onPick(id)}
            className="flex min-h-9 w-full items-center gap-2 rounded-chip px-2 text-left outline-offset-[-2px] hover:bg-hover"
          >
            {glyph}
            <span className="grid min-w-0 flex-1">
              <span className="truncate font-medium">
                {name} <span className="text-code font-normal text-ink-3">{formatShortId(id)}</span>
              </span>
              <span className="truncate text-micro text-ink-3">{fact}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
