import { ChevronDown } from "lucide-react";
import { Menu, MenuChoice } from "@/components/ui/menu";

type HistoryMenuProps = { count: number; shown: number | null; onChange: (history: number | null) => void };

/** Selects one of a trajectory's histories: its messages, or another way in which the model saw them. */
export function HistoryMenu({ count, shown, onChange }: HistoryMenuProps) {
  return (
    <Menu
      label="Trajectory histories"
      trigger={
        <button type="button" className="flex items-center gap-0.5 text-accent-text hover:underline">
          {shown === null ? "main history" : `history ${shown + 1}`}
          <ChevronDown size={10} strokeWidth={2} aria-hidden="true" />
        </button>
      }
    >
      <MenuChoice isChosen={shown === null} onSelect={() => onChange(null)}>
        Main history
      </MenuChoice>
      {Array.from({ length: count }, (_, index) => (
        <MenuChoice
          // biome-ignore lint/suspicious/noArrayIndexKey: histories are told apart by nothing but their place
          key={index}
          isChosen={shown === index}
          onSelect={() => onChange(index)}
        >
          History {index + 1}
        </MenuChoice>
      ))}
    </Menu>
  );
}
