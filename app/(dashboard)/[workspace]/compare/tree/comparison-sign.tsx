import type { ComparisonMark } from "@/app/(dashboard)/[workspace]/compare/alignment/prepare-comparison-marks";
import { SideLetter } from "@/app/(dashboard)/[workspace]/compare/sides/side-letter";
import { classNames } from "@/lib/style/class-names";

const signs: Record<Exclude<ComparisonMark, "gone" | "new">, { sign: string; name: string; look: string }> = {
  same: { sign: "=", name: "the same", look: "text-ink-3" },
  wording: { sign: "≈", name: "wording differs", look: "text-ink-2" },
  action: { sign: "≠", name: "action differs", look: "font-semibold text-ink" },
  moved: { sign: "⇅", name: "moved", look: "text-ink" },
  unread: { sign: "·", name: "not compared", look: "text-ink-3" },
  none: { sign: "", name: "in neither", look: "" },
};

/** The result of comparing two calls, as a sign with a name; the letter of a side that alone has the call. */
export function MarkSign({ mark, base, column }: { mark: ComparisonMark; base: number; column: number }) {
  if (mark === "gone" || mark === "new") {
    return (
      <span title="only in this side" className="grid place-items-center">
        <SideLetter column={mark === "gone" ? base : column} />
      </span>
    );
  }
  const { sign, name, look } = signs[mark];
  return (
    <span role="img" aria-label={name} title={name} className={classNames("font-mono", look)}>
      {sign}
    </span>
  );
}
