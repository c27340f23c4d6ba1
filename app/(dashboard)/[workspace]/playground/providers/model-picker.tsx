import { Command } from "cmdk";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { classNames } from "@/lib/style/class-names";
import { modelChoices } from "./prepare-models";
import type { ProviderList } from "./use-providers";

type ModelPickerProps = {
  list: ProviderList;
  model: string;
  label: string;
  isInvalid: boolean;
  onChange: (model: string) => void;
};

/** Selects a model of one of the providers, or any typed name. */
export function ModelPicker({ list, model, label, isInvalid, onChange }: ModelPickerProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState("");
  const { groups, note } = modelChoices(list);
  const typed = text.trim();
  const isListed = groups.some(({ models }) => models.includes(typed));
  const choose = (chosen: string) => {
    setIsOpen(false);
    setText("");
    onChange(chosen);
  };
  return (
    <Popover
      label={label}
      isOpen={isOpen}
      onOpenChange={(next) => {
        setIsOpen(next);
        setText("");
      }}
      className="w-[300px] max-w-[calc(100vw-24px)] p-0"
      trigger={
        <Button
          kind="ghost"
          size="small"
          aria-label={`${label}: ${model === "" ? "none" : model}`}
          className={classNames("-ml-1 min-w-0 flex-initial px-1", isInvalid && "border-err")}
        >
          <span className={classNames("truncate", model === "" ? "text-ink-3" : "text-code text-ink")}>
            {model === "" ? "Choose a model" : model}
          </span>
          <ChevronDown size={12} strokeWidth={2} aria-hidden="true" className="flex-none" />
        </Button>
      }
    >
      <Command label={label} loop>
        <Command.Input
          value={text}
          onValueChange={setText}
          placeholder="Find a model or enter provider/model"
          className="h-9 w-full border-b border-line bg-transparent px-3 text-small outline-none placeholder:text-ink-3"
        />
        <Command.List className="max-h-72 overflow-auto p-1 [&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-1.5 [&_[cmdk-group-heading]]:pb-0.5 [&_[cmdk-group-heading]]:text-micro [&_[cmdk-group-heading]]:text-ink-3">
          {typed === "" || isListed ? null : (
            <Choice value={`use ${typed}`} keywords={[typed]} onSelect={() => choose(typed)}>
              Use <span className="truncate text-code">{typed}</span>
            </Choice>
          )}
          {groups.map(({ title, models }) => (
            <Command.Group key={title} heading={title}>
              {models.map((name) => (
                <Choice key={name} value={name} onSelect={() => choose(name)}>
                  <span className="truncate text-code">{name}</span>
                </Choice>
              ))}
            </Command.Group>
          ))}
        </Command.List>
        {note === "" ? null : <p className="border-t border-line px-3 py-2 text-micro text-ink-2">{note}</p>}
      </Command>
    </Popover>
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
