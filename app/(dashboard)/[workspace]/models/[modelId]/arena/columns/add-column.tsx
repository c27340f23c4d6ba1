import { Plus } from "lucide-react";
import { useState } from "react";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import type { Checkpoint } from "@/components/training/models/use-checkpoints";
import type { ModelRecord } from "@/components/training/models/use-model";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { formatCount } from "@/lib/format/count";
import { type ArenaColumn, availableSteps, MAX_COLUMNS } from "./prepare-arena-columns";

/** The current columns, and those that can be added. */
interface ColumnChoice {
  readonly record: ModelRecord;
  readonly checkpoints: readonly Checkpoint[];
  readonly setting: { readonly columns: readonly ArenaColumn[] };
  readonly setColumns: (columnKeys: readonly string[]) => void;
}

/** Adds another checkpoint, or any other model by its name. */
export function AddColumn({ arena }: { arena: ColumnChoice }) {
  const { setting, checkpoints, setColumns, record } = arena;
  const [isOpen, setIsOpen] = useState(false);
  const [name, setName] = useState("");
  const keys = setting.columns.map(({ key }) => key);
  const add = (key: string) => {
    setColumns([...keys, key]);
    setIsOpen(false);
    setName("");
  };
  const steps = availableSteps(checkpoints, keys);
  return (
    <Popover
      label="Add column"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className="w-64 p-3"
      trigger={
        <Button
          size="small"
          disabled={keys.length >= MAX_COLUMNS}
          icon={<Plus size={14} strokeWidth={1.7} aria-hidden="true" />}
        >
          Column
        </Button>
      }
    >
      <div className="grid gap-2.5">
        <ul aria-label="Checkpoints" className="max-h-56 overflow-auto">
          {steps.map((step) => (
            <li key={step}>
              <button
                type="button"
                onClick={() => add(String(step))}
                className="flex h-[26px] w-full items-center rounded-chip px-2 text-left hover:bg-hover max-md:h-9"
              >
                {step === 0 ? `${record.base_model}, untrained` : `step ${formatCount(step)}`}
              </button>
            </li>
          ))}
          {steps.length === 0 ? <li className="px-2 text-ink-2">Every checkpoint has a column.</li> : null}
        </ul>
        <form
          className="flex items-end gap-1.5 border-t border-line pt-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() !== "") add(name.trim());
          }}
        >
          <Field label="Another model" className="flex-1">
            {(ids) => (
              <Input
                {...ids}
                isMono
                size="small"
                placeholder="provider/model"
                value={name}
                onChange={(event) => setName(event.target.value)}
                autoComplete="off"
                spellCheck={false}
              />
            )}
          </Field>
          <Button type="submit" size="small" disabled={name.trim() === ""}>
            Add
          </Button>
        </form>
      </div>
    </Popover>
  );
}
