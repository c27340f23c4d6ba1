import { classNames } from "@/lib/style/class-names";
import { sideLetter } from "./prepare-side";

const grounds = ["bg-err", "bg-ok"] as const;

/**
 * The letter of a side. The first two have the colors of a comparison; further ones are distinguished only by letter.
 */
export function SideLetter({ column, className }: { column: number; className?: string }) {
  const letter = sideLetter(column);
  return (
    <span
      role="img"
      aria-label={`Side ${letter}`}
      className={classNames(
        "grid size-[15px] flex-none place-items-center rounded-full text-[0.59375rem] leading-none font-semibold text-bg",
        grounds[column] ?? "bg-ink-2",
        className,
      )}
    >
      {letter}
    </span>
  );
}
