import { useStore } from "zustand";
import type { NarrowedRows } from "@/app/(dashboard)/[workspace]/tables/find/narrowing";
import type { ShownRows } from "@/app/(dashboard)/[workspace]/tables/sheet/shown-rows";
import { rowRate } from "@/app/(dashboard)/[workspace]/tables/stream/prepare-streaming-text";
import type { TableListing } from "@/app/(dashboard)/[workspace]/tables/stream/use-table";
import { KeyHints, keyHint } from "@/components/keyboard/key-hints";
import { PageFoot } from "@/components/ui/page-head";
import { formatBytes } from "@/lib/format/bytes";
import { formatCount, formatShortCount } from "@/lib/format/count";

type TableFootProps = {
  listing: TableListing;
  shown: ShownRows;
  isSorted: boolean;
  narrowing: NarrowedRows;
};

/** The shown rows, their number and transfer rate, and what sorted them; then the keys of the page. */
export function TableFoot({ listing, shown, isSorted, narrowing }: TableFootProps) {
  const { stream, source, window } = listing;
  const { from, limit } = window;
  const count = stream.rows.length;
  const rate = rowRate(count, stream.durationMs);
  const isWhole = stream.summary?.end.kind === "complete" && !source.isFull() && limit === null;
  const { searchedCount } = narrowing;
  return (
    <PageFoot
      hints={
        <KeyHints
          hints={[
            keyHint("tables", ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"], "cell"),
            keyHint("tables", ["Space"], "expand cell"),
            keyHint("tables", ["Mod+c"], "copy value"),
            keyHint("tables", ["f"], "filter by value"),
            keyHint("tables", ["g g"], "go to row"),
          ]}
        />
      }
    >
      {count === 0 ? (
        <span>{stream.isStreaming ? "Loading" : "No rows"}</span>
      ) : (
        <span>
          {searchedCount === null ? (
            <>
              <RangeText shown={shown} from={from} rowCount={narrowing.rows.length} /> of {formatCount(count)}
              {isWhole && from === 0 ? "" : " loaded"}
            </>
          ) : (
            `${formatCount(narrowing.rows.length)} of ${formatCount(searchedCount)} loaded rows`
          )}
        </span>
      )}
      {count > 0 ? (
        <span>
          {formatBytes(source.byteCount())}
          {rate === null ? "" : `, ${formatShortCount(rate)} rows/s`}
        </span>
      ) : null}
      {count > 0 && isSorted ? <span>sorted by the service</span> : null}
      {stream.summary && stream.summary.end.kind === "cut-short" ? (
        <span className="text-warn">stream ended early, {formatCount(count)} rows kept</span>
      ) : null}
    </PageFoot>
  );
}

/** The numbers of the rows on the screen; `from` is that of the first loaded row, from 0. */
function RangeText({ shown, from, rowCount }: { shown: ShownRows; from: number; rowCount: number }) {
  const { first, last } = useStore(shown);
  return `Rows ${formatCount(from + first + 1)} to ${formatCount(from + Math.min(last + 1, rowCount))}`;
}
