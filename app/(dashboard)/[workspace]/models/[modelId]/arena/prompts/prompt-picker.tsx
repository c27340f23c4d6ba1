import { type ReactNode, useState } from "react";
import { Checkbox } from "@/components/form/checkbox";
import { Button } from "@/components/ui/button";
import { countOf, formatCount } from "@/lib/format/count";

interface PickerItem {
  readonly id: string;
  readonly label: ReactNode;
  readonly note: string;
}

type PromptPickerProps = {
  label: string;
  items: readonly PickerItem[];
  /** The number of rows selected initially. */
  picked: number;
  isBusy: boolean;
  /** Why the last attempt failed; null when it did not. */
  problem: string | null;
  onAdd: (ids: readonly string[]) => void;
};

/** Rows to select, and the button that adds them. */
export function PromptPicker({ label, items, picked: first, isBusy, problem, onAdd }: PromptPickerProps) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(() => new Set(items.slice(0, first).map(({ id }) => id)));
  const chosen = items.filter(({ id }) => picked.has(id));
  const isAll = items.length > 0 && chosen.length === items.length;
  const toggle = (id: string) => {
    const next = new Set(picked);
    if (!next.delete(id)) next.add(id);
    setPicked(next);
  };
  return (
    <>
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
        tabIndex={0}
        className="max-h-[44vh] overflow-auto rounded-control border border-line"
      >
        <ul>
          {items.map((item) => (
            <li key={item.id} className="border-b border-line last:border-b-0">
              <label className="flex h-7 items-center gap-2 px-2 text-small hover:bg-hover max-md:h-9">
                <Checkbox checked={picked.has(item.id)} onCheckedChange={() => toggle(item.id)} />
                <span className="min-w-0 flex-1 truncate">{item.label}</span>
                <span className="flex-none text-ink-3">{item.note}</span>
              </label>
            </li>
          ))}
        </ul>
      </section>
      <div className="flex flex-wrap items-center gap-2">
        <span className="mr-auto flex items-center gap-2 text-small text-ink-2">
          <Checkbox
            aria-label="Select all"
            checked={isAll ? true : chosen.length > 0 ? "indeterminate" : false}
            onCheckedChange={(isOn) => setPicked(new Set(isOn === true ? items.map(({ id }) => id) : []))}
          />
          {formatCount(chosen.length)} of {formatCount(items.length)}
        </span>
        {problem === null ? null : (
          <span role="alert" className="text-small text-err">
            {problem}
          </span>
        )}
        <Button
          kind="primary"
          disabled={chosen.length === 0}
          isBusy={isBusy}
          onClick={() => onAdd(chosen.map(({ id }) => id))}
        >
          Add {countOf(chosen.length, "prompt")}
        </Button>
      </div>
    </>
  );
}
