import { StatusGlyph } from "@/components/glyph/status-glyph";
import { Unknown } from "@/components/table/cells";
import { SmallTable, SmallTableCell, SmallTableHeadCell } from "@/components/table/small-table";
import { formatCount } from "@/lib/format/count";
import { formatTime, parseTime } from "@/lib/format/time";
import { type UserNames, userName } from "@/lib/format/user-name";
import type { EarlierImport } from "@/lib/import/earlier/import-record";
import { stateText } from "./prepare-earlier-imports";

type EarlierImportsTableProps = {
  imports: readonly EarlierImport[];
  names: UserNames;
  openId: string | null;
  isDisabled: boolean;
  onOpen: (importId: string) => void;
};

/** One row for each import, the newest first. */
export function EarlierImportsTable({ imports, names, openId, isDisabled, onOpen }: EarlierImportsTableProps) {
  const number = (count: number | null) => (count === null ? <Unknown /> : formatCount(count));
  const nowMs = Date.now();
  return (
    <SmallTable aria-label="Earlier imports">
      <thead>
        <tr>
          <SmallTableHeadCell>From</SmallTableHeadCell>
          <SmallTableHeadCell className="w-28 max-md:w-24">Began</SmallTableHeadCell>
          <SmallTableHeadCell className="w-20 text-right">Calls</SmallTableHeadCell>
          <SmallTableHeadCell className="w-20 text-right max-md:hidden">Feedback</SmallTableHeadCell>
          <SmallTableHeadCell className="w-20 text-right max-md:hidden">Versions</SmallTableHeadCell>
          <SmallTableHeadCell className="w-20 text-right max-md:hidden">Losses</SmallTableHeadCell>
          <SmallTableHeadCell className="w-28 max-md:hidden">By</SmallTableHeadCell>
          <SmallTableHeadCell className="w-44 max-md:w-12">State</SmallTableHeadCell>
        </tr>
      </thead>
      <tbody>
        {imports.map(({ record, userId }) => {
          const { status, text } = stateText(record);
          const { import_id: id, source, from, started_at, calls, feedback, versions, skipped, losses } = record;
          return (
            <tr key={id} aria-selected={id === openId} className="group/row">
              <SmallTableCell>
                <button
                  type="button"
                  disabled={isDisabled}
                  onClick={() => onOpen(id)}
                  className="max-w-full truncate text-left align-bottom hover:underline"
                  title={`${source}: ${from}`}
                >
                  <span className="font-medium">{source}</span> <span className="text-code text-ink-2">{from}</span>
                </button>
              </SmallTableCell>
              <SmallTableCell>{formatTime(parseTime(started_at), nowMs)}</SmallTableCell>
              <SmallTableCell className="text-right">{number(calls)}</SmallTableCell>
              <SmallTableCell className="text-right max-md:hidden">{number(feedback)}</SmallTableCell>
              <SmallTableCell className="text-right max-md:hidden">{formatCount(versions.length)}</SmallTableCell>
              <SmallTableCell className="text-right max-md:hidden">
                {formatCount(losses.length + (skipped > 0 ? 1 : 0))}
              </SmallTableCell>
              <SmallTableCell className="max-md:hidden">
                {userId === null ? <Unknown /> : userName(userId, names)}
              </SmallTableCell>
              <SmallTableCell>
                <span className="inline-flex items-center gap-1.5">
                  <StatusGlyph status={status} label="" />
                  <span className="max-md:sr-only">{text}</span>
                </span>
              </SmallTableCell>
            </tr>
          );
        })}
      </tbody>
    </SmallTable>
  );
}
