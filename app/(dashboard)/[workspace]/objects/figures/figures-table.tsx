"use client";

import { Checkbox } from "@/components/form/checkbox";
import { SmallTable, SmallTableCell, SmallTableHeadCell } from "@/components/table/small-table";
import { countOf } from "@/lib/format/count";
import { MISSING } from "@/lib/format/missing";
import { scoreLabel } from "@/lib/score/score-field";
import { CallsCell, FigureCells, NUMBER_CLASSES, VersionCell } from "./figures-cells";
import type { VersionTable } from "./prepare-version-figures";

type FiguresTableProps = {
  table: VersionTable;
  /** The number of calls by digest where the service returns no other figures. */
  counts: ReadonlyMap<string, number> | null;
  selected: ReadonlySet<string>;
  /** The digest of the version that the page shows. */
  current: string | null;
  onToggle: (digest: string) => void;
  onOpen: (digest: string) => void;
  onCalls: (digest: string) => void;
};

/** One row for each version, newest first. */
export function FiguresTable({ table, counts, selected, current, onToggle, onOpen, onCalls }: FiguresTableProps) {
  const hasFigures = counts === null;
  return (
    <div className="overflow-x-auto">
      <SmallTable aria-label="Figures of versions" className="min-w-[540px]">
        <thead>
          <tr>
            <SmallTableHeadCell className="w-10">
              <span className="sr-only">Select</span>
            </SmallTableHeadCell>
            <SmallTableHeadCell className="w-44">Version</SmallTableHeadCell>
            <SmallTableHeadCell className={NUMBER_CLASSES}>Calls</SmallTableHeadCell>
            {hasFigures ? (
              <>
                <SmallTableHeadCell className={NUMBER_CLASSES}>Errors</SmallTableHeadCell>
                <SmallTableHeadCell className={NUMBER_CLASSES}>p50</SmallTableHeadCell>
                <SmallTableHeadCell className={NUMBER_CLASSES}>Tokens</SmallTableHeadCell>
                <SmallTableHeadCell className={NUMBER_CLASSES}>Cost</SmallTableHeadCell>
              </>
            ) : null}
            {table.scoreFields.map((field) => (
              <SmallTableHeadCell key={field} className={NUMBER_CLASSES} title={scoreLabel(field)}>
                {scoreLabel(field)}
              </SmallTableHeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => {
            const { digest } = row.version;
            return (
              <tr key={digest} aria-selected={selected.has(digest)} className="group/row">
                <SmallTableCell className="text-clip">
                  <Checkbox
                    aria-label={`Select ${row.label}`}
                    checked={selected.has(digest)}
                    onCheckedChange={() => onToggle(digest)}
                    className="align-middle"
                  />
                </SmallTableCell>
                <SmallTableCell>
                  <VersionCell row={row} isCurrent={digest === current} onOpen={() => onOpen(digest)} />
                </SmallTableCell>
                <SmallTableCell className={NUMBER_CLASSES}>
                  <CallsCell
                    label={row.label}
                    count={hasFigures ? (row.figures?.call_count ?? 0) : (counts.get(digest) ?? null)}
                    onCalls={() => onCalls(digest)}
                  />
                </SmallTableCell>
                {hasFigures ? <FigureCells row={row} /> : null}
                {row.scores.map((score, index) => (
                  <SmallTableCell
                    key={table.scoreFields[index]}
                    className={NUMBER_CLASSES}
                    title={
                      score === null ? "No scored calls" : `${score.what} ${countOf(score.callCount, "scored call")}`
                    }
                  >
                    {score?.text ?? <span className="text-ink-3">{MISSING}</span>}
                  </SmallTableCell>
                ))}
              </tr>
            );
          })}
        </tbody>
      </SmallTable>
    </div>
  );
}
