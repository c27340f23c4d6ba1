import { Segmented } from "@/components/form/segmented";
import { sideLetter } from "./prepare-side";

type SideSwitchProps = { sideCount: number; value: number; onChange: (column: number) => void };

/** Selects the visible side on a narrow screen. */
export function SideSwitch({ sideCount, value, onChange }: SideSwitchProps) {
  return (
    <Segmented
      label="Shown side"
      size="small"
      value={sideLetter(value)}
      onChange={(letter) => onChange(letter.charCodeAt(0) - "A".charCodeAt(0))}
      segments={Array.from({ length: sideCount }, (_, column) => ({
        value: sideLetter(column),
        label: sideLetter(column),
      }))}
    />
  );
}
