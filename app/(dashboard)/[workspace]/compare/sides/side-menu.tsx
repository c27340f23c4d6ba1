import { Ellipsis } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { sideLetter } from "./prepare-side";

export type SideActions = {
  readonly onBase: (column: number) => void;
  readonly onMove: (column: number, by: 1 | -1) => void;
  readonly onRemove: (column: number) => void;
};

type SideMenuProps = SideActions & { at: number; count: number; isBase: boolean };

/** The menu of a side of the comparison. */
export function SideMenu({ at, count, isBase, onBase, onMove, onRemove }: SideMenuProps) {
  const letter = sideLetter(at);
  return (
    <Menu
      label={`Side ${letter}`}
      align="end"
      trigger={
        <Button kind="ghost" size="icon-small" aria-label={`Actions for side ${letter}`}>
          <Ellipsis size={14} strokeWidth={1.7} aria-hidden="true" />
        </Button>
      }
    >
      <MenuItem disabled={isBase} onSelect={() => onBase(at)}>
        Use as base
      </MenuItem>
      <MenuItem disabled={at === 0} onSelect={() => onMove(at, -1)}>
        Move up
      </MenuItem>
      <MenuItem disabled={at === count - 1} onSelect={() => onMove(at, 1)}>
        Move down
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={() => onRemove(at)}>Remove from comparison</MenuItem>
    </Menu>
  );
}
