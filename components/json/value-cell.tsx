import { partLoadedLater } from "@/components/ui/loaded-later";
import { richValue } from "@/lib/json/media/rich-value";
import { cellText } from "@/lib/json/value/value-line";
import { ValueTextView } from "./value-line";

const MediaCell = partLoadedLater(async () => (await import("@/components/media/media-cell")).MediaCell);

type ValueCellProps = {
  value: unknown;
  /** True for the beginning of a longer value. */
  isCut?: boolean;
};

/** A value in a cell: media and times as such, every other value in one line of text. */
export function ValueCell({ value, isCut = false }: ValueCellProps) {
  const rich = richValue(value);
  const isShown = rich !== null && (rich.kind === "time" || rich.files.length > 0);
  return isShown ? <MediaCell rich={rich} isCut={isCut} /> : <ValueTextView cell={cellText(value)} />;
}
