import { Unknown } from "@/components/table/cells";
import { SmallTable, SmallTableCell, SmallTableHeadCell } from "@/components/table/small-table";
import { ProgressBar } from "@/components/ui/progress-bar";
import { formatCount } from "@/lib/format/count";
import type { WeaveStepRow } from "./prepare-weave-steps";

/** The kinds of records of the other project, and how many of each are here. */
export function WeaveStepsTable({ rows }: { rows: readonly WeaveStepRow[] }) {
  const number = (count: number | null | undefined) =>
    count === null || count === undefined ? <Unknown /> : formatCount(count);
  return (
    <SmallTable aria-label="Records and what they become">
      <thead>
        <tr>
          <SmallTableHeadCell className="w-36 max-md:pl-3">Records</SmallTableHeadCell>
          <SmallTableHeadCell className="max-md:hidden">Becomes</SmallTableHeadCell>
          <SmallTableHeadCell className="w-24 text-right">There</SmallTableHeadCell>
          <SmallTableHeadCell className="w-24 text-right">Stored</SmallTableHeadCell>
          <SmallTableHeadCell className="w-28 text-right max-md:hidden">Already here</SmallTableHeadCell>
          <SmallTableHeadCell className="w-20 text-right max-md:hidden">Skipped</SmallTableHeadCell>
          <SmallTableHeadCell className="w-24 max-md:hidden">
            <span className="sr-only">Progress</span>
          </SmallTableHeadCell>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ step, name, becomes, total, count, share }) => (
          <tr key={step}>
            <SmallTableCell className="font-medium max-md:pl-3">{name}</SmallTableCell>
            <SmallTableCell className="text-ink-2 max-md:hidden" title={becomes}>
              {becomes}
            </SmallTableCell>
            <SmallTableCell className="text-right">{number(total)}</SmallTableCell>
            <SmallTableCell className="text-right">{number(count?.stored)}</SmallTableCell>
            <SmallTableCell className="text-right max-md:hidden">{number(count?.present)}</SmallTableCell>
            <SmallTableCell className="text-right max-md:hidden">{number(count?.skipped)}</SmallTableCell>
            <SmallTableCell className="max-md:hidden">
              {share === null ? null : <ProgressBar label={`${name} read`} share={share} />}
            </SmallTableCell>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  );
}
