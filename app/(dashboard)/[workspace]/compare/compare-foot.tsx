import type { Aligned } from "@/app/(dashboard)/[workspace]/compare/alignment/use-alignment";
import { KeyHint } from "@/components/keyboard/key-hint";
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
        <>
          <KeyHint at="compare" keys={["ArrowUp", "ArrowDown"]}>
            row
          </KeyHint>
          <KeyHint at="compare" keys={["ArrowLeft", "ArrowRight"]}>
            collapse
          </KeyHint>
          <KeyHint at="compare" keys={["n"]}>
            next difference
          </KeyHint>
          <KeyHint at="compare" keys={["d"]}>
            only differences
          </KeyHint>
          <KeyHint at="compare" keys={["s"]}>
            swap
          </KeyHint>
        </>
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
