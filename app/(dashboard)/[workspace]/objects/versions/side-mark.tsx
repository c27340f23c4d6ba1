import { classNames } from "@/lib/style/class-names";

/** Marks a side of the comparison: A is the earlier, B the later side. */
export function SideMark({ side }: { side: "a" | "b" }) {
  return (
    <span
      role="img"
      aria-label={`Side ${side.toUpperCase()}`}
      className={classNames(
        "grid size-[15px] flex-none place-items-center rounded-full text-[0.59375rem] leading-none font-semibold text-bg",
        side === "a" ? "bg-err" : "bg-ok",
      )}
    >
      {side.toUpperCase()}
    </span>
  );
}
