import type { AlignedLines } from "@/app/(dashboard)/[workspace]/compare/alignment/use-alignment";

export type AlignedTreeProps = {
  aligned: AlignedLines;
  base: number;
  /** The side whose differences are drawn. */
  column: number;
  /** The one side that a narrow screen shows; null when all are shown. */
  alone: number | null;
  onSelect: (index: number) => void;
  onFocusSide: (column: number) => void;
  onNextDifference: () => void;
};
