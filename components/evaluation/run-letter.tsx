import { classNames } from "@/lib/style/class-names";

const LETTERS = ["A", "B", "C", "D", "E", "F"] as const;
const COLOURS = [
  "bg-dye-indigo",
  "bg-dye-verdigris",
  "bg-dye-orchil",
  "bg-dye-cochineal",
  "bg-dye-walnut",
  "bg-dye-madder",
] as const;

/** The letter of one of two to six things side by side; the baseline is A. */
export const letterOf = (index: number): string => LETTERS[index] ?? "?";

/** The letter as a disc in its series colour. */
export function RunLetter({ index }: { index: number }) {
  return (
    <span
      className={classNames(
        "inline-grid size-4 flex-none place-items-center rounded-full text-[0.625rem] font-semibold text-bg",
        COLOURS[index] ?? "bg-ink-3",
      )}
    >
      {letterOf(index)}
    </span>
  );
}
