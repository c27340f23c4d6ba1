import type { AlignedLines } from "@/app/(dashboard)/[workspace]/compare/alignment/use-alignment";

export type AlignedTreeProps = {
  aligned: AlignedLines;
  base: number;
  /** The side whose differences are drawn. */
  column: number;
  /** On a narrow screen the one side that is shown; null where all are. */
  alone: number | null;
  onSelect: (index: number) => void;
  onFocusSide: (column: number) => void;
  onNextDifference: () => void;
};
