import { ChevronDown } from "lucide-react";
import { columnOf } from "@/app/(dashboard)/[workspace]/playground/draft/draft-changes";
import type { ScopedEditing } from "@/app/(dashboard)/[workspace]/playground/draft/draft-editing";
import { Button } from "@/components/ui/button";
import { Menu, MenuChoice, MenuSeparator } from "@/components/ui/menu";

/** Selects the columns that an edit applies to. Renders nothing with one column. */
export function ScopeMenu({ playground, label }: { playground: ScopedEditing; label: string }) {
  const { draft, scope, setScope } = playground;
  if (draft.columns.length < 2) return null;
  const column = columnOf(draft, scope);
  return (
    <Menu
      label={label}
      align="end"
      trigger={
        <Button kind="ghost" size="small" isOn={column !== null} aria-label={`${label}: ${nameOf(column?.model)}`}>
          <span className="max-w-36 truncate">{nameOf(column?.model)}</span>
          <ChevronDown size={11} strokeWidth={2} aria-hidden="true" />
        </Button>
      }
    >
      <MenuChoice isChosen={column === null} onSelect={() => setScope("shared")}>
        All columns
      </MenuChoice>
      <MenuSeparator />
      {draft.columns.map(({ key, model }, index) => (
        <MenuChoice key={key} isChosen={key === scope} onSelect={() => setScope(key)}>
          <span className="text-ink-3">{index + 1}</span>
          <span className="text-code">{model === "" ? "no model" : model}</span>
        </MenuChoice>
      ))}
    </Menu>
  );
}

function nameOf(model: string | undefined): string {
  if (model === undefined) return "All columns";
  return model === "" ? "One column" : model;
}
