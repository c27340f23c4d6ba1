import { PlaceList } from "@/app/(dashboard)/[workspace]/import/parts/place-list";
import { formatCount } from "@/lib/format/count";
import { WEAVE_LOSSES } from "@/lib/import/weave/import-weave";
import type { WeaveState } from "./use-weave-import";

/** What has no place here, before the import and after it. */
export function WeaveReportLists({ state }: { state: WeaveState }) {
  const report = state.kind === "done" ? state.report : null;
  const expected = WEAVE_LOSSES.map((reason) => ({ filePosition: "the project", count: 1, reason }));
  const losses = (report?.losses ?? expected).map(({ filePosition, count, reason }) => ({
    place: count > 1 ? `${filePosition} (×${formatCount(count)})` : filePosition,
    reason,
  }));
  const skipped = report?.skippedItems ?? [];
  return (
    <>
      {skipped.length > 0 ? (
        <PlaceList
          label="Skipped records"
          title="Skipped"
          count={skipped.length}
          rows={skipped.map(({ filePosition, reason }) => ({ place: filePosition, reason }))}
        />
      ) : null}
      {losses.length > 0 ? (
        <PlaceList label="What has no place" title="Lost or changed" count={losses.length} rows={losses} />
      ) : null}
    </>
  );
}
