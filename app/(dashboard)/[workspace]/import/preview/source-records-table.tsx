import { ArrowRight, CircleCheck, CircleSlash, TriangleAlert } from "lucide-react";
import { SmallTable, SmallTableCell, SmallTableHeadCell } from "@/components/table/small-table";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/lib/format/count";
import { kindOf } from "@/lib/import/mapping/import-mapping";
import type { FilePreview } from "./prepare-file-preview";

type SourceRecordsTableProps = {
  preview: FilePreview;
  /** Kinds that are not stored. */
  leftOut?: readonly string[];
  /** Absent where the choice is made. */
  onToggle?: (kind: string) => void;
};

/** What becomes of the records of another tool's export, one row for each kind. */
export function SourceRecordsTable({ preview, leftOut = [], onToggle }: SourceRecordsTableProps) {
  const { sourceRecords } = preview;
  const [first] = sourceRecords;
  if (!first) return null;
  return (
    <section aria-label="Mapping" className="grid min-w-0 gap-1.5">
      <h2 className="font-medium">
        Mapping <span className="font-normal text-ink-3">{first.tool} to Heddle</span>
      </h2>
      <SmallTable aria-label="Records of the file and what they become">
        <thead>
          <tr>
            <SmallTableHeadCell className="max-md:w-[88px]">Record</SmallTableHeadCell>
            <SmallTableHeadCell className="w-28 text-right max-md:w-16">Records</SmallTableHeadCell>
            <SmallTableHeadCell className="w-8 max-md:hidden">
              <span className="sr-only">becomes</span>
            </SmallTableHeadCell>
            <SmallTableHeadCell>Heddle</SmallTableHeadCell>
            <SmallTableHeadCell className="w-36 max-md:w-11">Kept</SmallTableHeadCell>
            {onToggle ? (
              <SmallTableHeadCell className="w-32 max-md:w-20">
                <span className="sr-only">Change</span>
              </SmallTableHeadCell>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {sourceRecords.map((source) => {
            const { record, becomes, count, inPart } = source;
            const kind = kindOf(source);
            const isLeftOut = leftOut.includes(kind);
            return (
              <tr key={kind}>
                <SmallTableCell className="text-code" title={record}>
                  {record}
                </SmallTableCell>
                <SmallTableCell className="text-right">{formatCount(count)}</SmallTableCell>
                <SmallTableCell className="text-ink-3 max-md:hidden">
                  <ArrowRight size={12} aria-hidden="true" />
                </SmallTableCell>
                <SmallTableCell title={becomes} className={isLeftOut ? "text-ink-3 line-through" : undefined}>
                  {becomes}
                </SmallTableCell>
                <SmallTableCell>{isLeftOut ? <LeftOut /> : <Kept count={count} inPart={inPart} />}</SmallTableCell>
                {onToggle ? (
                  <SmallTableCell className="text-right max-md:px-0 max-md:last:pr-0!">
                    <Button
                      kind="ghost"
                      size="small"
                      aria-label={`${isLeftOut ? "Keep" : "Leave out"} ${record}`}
                      onClick={() => onToggle(kind)}
                    >
                      {isLeftOut ? "Keep" : "Leave out"}
                    </Button>
                  </SmallTableCell>
                ) : null}
              </tr>
            );
          })}
        </tbody>
      </SmallTable>
    </section>
  );
}

function LeftOut() {
  return (
    <span className="inline-flex items-center gap-1.5 text-ink-3">
      <CircleSlash size={13} aria-hidden="true" className="flex-none" />
      <span className="max-md:sr-only">left out</span>
    </span>
  );
}

/** Whether records are kept whole. What is lost of the others is listed beside the table. */
function Kept({ count, inPart }: { count: number; inPart: number }) {
  if (inPart === 0) {
    return (
      <span className="inline-flex items-center gap-1.5 text-ink-2">
        <CircleCheck size={13} aria-hidden="true" className="flex-none text-ok" />
        <span className="max-md:sr-only">whole</span>
      </span>
    );
  }
  return (
    <span className="inline-flex items-center gap-1.5 text-warn">
      <TriangleAlert size={13} aria-hidden="true" className="flex-none" />
      <span className="max-md:sr-only">{inPart < count ? `${formatCount(inPart)} in part` : "in part"}</span>
    </span>
  );
}
