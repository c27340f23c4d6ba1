import { Plus, Search } from "lucide-react";
import { useState } from "react";
import { Input } from "@/components/form/input";
import { Button } from "@/components/ui/button";
import { KeyCap } from "@/components/ui/key-cap";
import { Popover } from "@/components/ui/popover";
import type { Parameter } from "@/lib/completion/parameters";

type AddParameterProps = {
  /** The parameters that are not shown yet. */
  others: readonly Parameter[];
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onAdd: (name: string) => void;
  /** Called when the focus has returned to the button. */
  onReturned: () => void;
};

/** Adds one of the parameters that have no field yet. */
export function AddParameter({ others, isOpen, onOpenChange, onAdd, onReturned }: AddParameterProps) {
  const [words, setWords] = useState("");
  const wanted = words.trim().toLowerCase();
  const found = others.filter(({ name, help }) => `${name} ${help}`.toLowerCase().includes(wanted));
  const add = (name: string | undefined) => {
    if (name === undefined) return;
    onOpenChange(false);
    setWords("");
    onAdd(name);
  };
  return (
    <Popover
      label="Add a parameter"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      className="w-[340px] max-w-[calc(100vw-24px)]"
      trigger={
        <Button kind="ghost" size="small" onFocus={onReturned}>
          <Plus size={12} strokeWidth={2} aria-hidden="true" />
          Parameter <KeyCap className="max-md:hidden">+</KeyCap>
        </Button>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          add(found[0]?.name);
        }}
      >
        <Input
          size="small"
          aria-label="Find parameter"
          placeholder="Find parameter"
          value={words}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setWords(event.target.value)}
          leading={<Search size={13} strokeWidth={1.7} aria-hidden="true" />}
          className="mb-1.5"
        />
      </form>
      <ul aria-label="Parameters" className="max-h-72 overflow-y-auto">
        {found.map(({ name, help }) => (
          <li key={name}>
            <button
              type="button"
              aria-label={name}
              title={help}
              onClick={() => add(name)}
              className="grid w-full gap-px rounded-chip px-2 py-1 text-left outline-offset-[-2px] hover:bg-hover"
            >
              <span className="text-code">{name}</span>
              <span className="truncate text-micro text-ink-3">{help}</span>
            </button>
          </li>
        ))}
        {found.length === 0 ? <li className="px-2 py-1 text-small text-ink-2">No parameter matches.</li> : null}
      </ul>
    </Popover>
  );
}
