import { SmallTable, SmallTableCell, SmallTableHeadCell } from "@/components/table/small-table";
import { formatCount } from "@/lib/format/count";
import type { FilePreview } from "./prepare-file-preview";

/** What becomes of the records of another tool's export, one row for each kind. */
export function SourceRecordsTable({ preview: { sourceRecords } }: { preview: FilePreview }) {
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
            <SmallTableHeadCell className="max-md:pl-4">Record</SmallTableHeadCell>
            <SmallTableHeadCell className="w-28 text-right max-md:w-20">Records</SmallTableHeadCell>
            <SmallTableHeadCell>Becomes</SmallTableHeadCell>
          </tr>
        </thead>
        <tbody>
          {sourceRecords.map(({ tool, record, becomes, count }) => (
            <tr key={`${tool} ${record} ${becomes}`}>
              <SmallTableCell className="text-code max-md:pl-4">{record}</SmallTableCell>
              <SmallTableCell className="text-right">{formatCount(count)}</SmallTableCell>
              <SmallTableCell title={becomes}>{becomes}</SmallTableCell>
            </tr>
          ))}
        </tbody>
      </SmallTable>
    </section>
  );
}
