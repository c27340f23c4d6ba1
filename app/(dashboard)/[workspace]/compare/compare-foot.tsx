import type { Aligned } from "@/app/(dashboard)/[workspace]/compare/alignment/use-alignment";
import { KeyHints, keyHint } from "@/components/keyboard/key-hints";
import { PageFoot } from "@/components/ui/page-head";
import { countOf, formatCount } from "@/lib/format/count";

type CompareFootProps = { aligned: Aligned; isReading: boolean; presentCount: number };

/** The size of the comparison, the position of the selected row, and the keys. */
export function CompareFoot({ aligned, isReading, presentCount }: CompareFootProps) {
  const { rows, differences, selected, summaries } = aligned;
  const shown = aligned.lines.filter((line) => line.kind === "row").length;
  const place = differences.indexOf(selected);
  return (
    <PageFoot
      hints={
        <KeyHints
          hints={[
            keyHint("compare", ["ArrowUp", "ArrowDown"], "row"),
            keyHint("compare", ["ArrowLeft", "ArrowRight"], "collapse"),
            keyHint("compare", ["n"], "next difference"),
            keyHint("compare", ["d"], "only differences"),
            keyHint("compare", ["s"], "swap"),
          ]}
        />
      }
    >
      {isReading ? (
        <span>Loading</span>
      ) : presentCount < 2 ? (
        <span>{countOf(presentCount, "side")}</span>
      ) : (
        <>
          <span>
            {formatCount(shown)} of {countOf(rows.length, "row")} shown
          </span>
          <span>
            {summaries.isReading
              ? "comparing"
              : place < 0
                ? countOf(differences.length, "difference")
                : `difference ${formatCount(place + 1)} of ${formatCount(differences.length)}`}
          </span>
        </>
      )}
    </PageFoot>
  );
}
