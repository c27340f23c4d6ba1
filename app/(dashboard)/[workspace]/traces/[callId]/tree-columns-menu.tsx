import { Check, Columns3 } from "lucide-react";
import { treeColumnLabels, treeColumns, useTreeColumns } from "@/components/trace/tree/tree-columns";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem } from "@/components/ui/menu";

/** Adds columns to the tree: tokens and cost of each call with the calls below it. */
export function TreeColumnsMenu() {
  const [chosen, toggle] = useTreeColumns();
  return (
    <Menu
      label="Columns of the tree"
      align="end"
      trigger={
        <Button kind="ghost" size="icon-small" isOn={chosen.length > 0} aria-label="Columns of the tree">
          <Columns3 size={14} strokeWidth={1.7} aria-hidden="true" />
        </Button>
      }
    >
      {treeColumns.map((column) => {
        const isShown = chosen.includes(column);
        return (
          <MenuItem key={column} role="menuitemcheckbox" aria-checked={isShown} onSelect={() => toggle(column)}>
            {treeColumnLabels[column]}
            {isShown ? <Check size={14} strokeWidth={1.7} aria-hidden="true" className="ml-auto" /> : null}
          </MenuItem>
        );
      })}
    </Menu>
  );
}
