import { ChevronDown } from "lucide-react";
import { Menu, MenuChoice, MenuSeparator } from "@/components/ui/menu";
import { controlClass, type ParameterControl } from "./parameter-control";

/** A choice of one of several values, or none. */
export function ParameterChoice({
  id,
  parameter,
  text,
  isSent,
  set,
  toolNames,
}: ParameterControl & { toolNames: readonly string[] }) {
  const choices = choicesOf(parameter.name, parameter.kind, toolNames);
  const chosen = choices.find(({ value }) => value === text.replaceAll(/\s/g, ""))?.label ?? text;
  return (
    <Menu
      label={parameter.name}
      trigger={
        <button
          id={id}
          type="button"
          aria-describedby={`${id}-help`}
          aria-label={`${parameter.name}: ${isSent ? chosen : "default"}`}
          className={`${controlClass(isSent)} flex items-center justify-between gap-1 text-left`}
        >
          <span className={isSent ? "truncate" : "truncate text-ink-3"}>{isSent ? chosen : "default"}</span>
          <ChevronDown size={11} strokeWidth={2} aria-hidden="true" className="text-ink-3" />
        </button>
      }
    >
      <MenuChoice isChosen={!isSent} onSelect={() => set("")}>
        default
      </MenuChoice>
      <MenuSeparator />
      {choices.map(({ value, label }) => (
        <MenuChoice key={value} isChosen={isSent && chosen === label} onSelect={() => set(value)}>
          {label}
        </MenuChoice>
      ))}
    </Menu>
  );
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

const same = (word: string): Choice => ({ value: word, label: word });

function choicesOf(name: string, kind: string, toolNames: readonly string[]): readonly Choice[] {
  if (kind === "boolean") {
    return [
      { value: "true", label: "on" },
      { value: "false", label: "off" },
    ];
  }
  if (name === "function_call") return [same("auto"), same("none"), ...toolNames.map(same)];
  const named = toolNames.map((tool) => ({
    value: JSON.stringify({ type: "function", function: { name: tool } }),
    label: tool,
  }));
  return [same("auto"), same("none"), same("required"), ...named];
}
