import { Command } from "cmdk";
import { useState } from "react";
import { modelChoices } from "./prepare-models";
import type { ProviderList } from "./use-providers";

/** Moves the focus to an input that appears. */
const focusInput = (input: HTMLInputElement | null) => input?.focus();

type ModelListProps = { list: ProviderList; label: string; onChoose: (model: string) => void };

/** The models of all providers, and the typed name. */
export function ModelList({ list, label, onChoose }: ModelListProps) {
  const [text, setText] = useState("");
  const { groups, note } = modelChoices(list);
  const typed = text.trim();
  const isListed = groups.some(({ models }) => models.includes(typed));
  return (
    <Command label={label} loop>
      <Command.Input
        // The list may load after its panel, which then has the focus.
        ref={focusInput}
        value={text}
        onValueChange={setText}
        placeholder="Find a model or enter provider/model"
        className="h-9 w-full border-b border-line bg-transparent px-3 text-small outline-none placeholder:text-ink-3"
      />
      <Command.List className="max-h-72 overflow-auto p-1 [&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-1.5 [&_[cmdk-group-heading]]:pb-0.5 [&_[cmdk-group-heading]]:text-micro [&_[cmdk-group-heading]]:text-ink-3">
        {typed === "" || isListed ? null : (
          <Choice value={`use ${typed}`} keywords={[typed]} onSelect={() => onChoose(typed)}>
            Use <span className="truncate text-code">{typed}</span>
          </Choice>
        )}
        {groups.map(({ title, models }) => (
          <Command.Group key={title} heading={title}>
            {models.map((name) => (
              <Choice key={name} value={name} onSelect={() => onChoose(name)}>
                <span className="truncate text-code">{name}</span>
              </Choice>
            ))}
          </Command.Group>
        ))}
      </Command.List>
      {note === "" ? null : <p className="border-t border-line px-3 py-2 text-micro text-ink-2">{note}</p>}
    </Command>
  );
}

type ChoiceProps = { value: string; keywords?: string[]; onSelect: () => void; children: React.ReactNode };

function Choice({ children, ...rest }: ChoiceProps) {
  return (
    <Command.Item
      className="flex h-[26px] min-w-0 items-center gap-1.5 rounded-chip px-2 text-small data-[selected=true]:bg-hover max-md:h-9"
      {...rest}
    >
      {children}
    </Command.Item>
  );
}
