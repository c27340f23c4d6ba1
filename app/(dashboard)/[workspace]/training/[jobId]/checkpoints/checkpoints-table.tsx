"use client";

import { useState } from "react";
import { Unknown } from "@/components/table/cells";
import { RuledTable, RuledTableCell, RuledTableHeadCell } from "@/components/training/lists/ruled-table";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Tag } from "@/components/ui/tag";
import type { JobRecord } from "@/lib/api/contract/training/training-jobs";
import { formatDifference, formatScore } from "@/lib/evaluation/runs/format-score";
import { formatCount } from "@/lib/format/count";
import { formatFullTime, formatTime } from "@/lib/format/time";
import { classNames } from "@/lib/style/class-names";
import { modelAddress, playgroundHref } from "@/lib/training/jobs/model-address";
import { formatMetric } from "@/lib/training/metrics/format-metric";
import { betterDirection } from "@/lib/training/metrics/metric-hints";
import { splitProject, type Workspace } from "@/lib/workspace/workspace";
import type { JobCheckpointRow, JobCheckpoints } from "./prepare-job-checkpoints";

type CheckpointsTableProps = { workspace: Workspace; record: JobRecord; checkpoints: JobCheckpoints };

/** Number of rows that are shown at first. */
const FIRST_ROWS = 8;

/** Checkpoints with their score, their key metrics, and a link to chat with each. */
export function CheckpointsTable({ workspace, record, checkpoints }: CheckpointsTableProps) {
  const { scoreName, columns, rows } = checkpoints;
  const [isWhole, setIsWhole] = useState(false);
  // Needed only to distinguish today from other days.
  const [nowMs] = useState(() => Date.now());
  const shown = isWhole ? rows : rows.slice(0, FIRST_ROWS);
  return (
    <>
      <RuledTable label="Checkpoints of the model">
        <thead>
          <tr>
            <RuledTableHeadCell>Step</RuledTableHeadCell>
            {scoreName === null ? null : (
              <RuledTableHeadCell isEnd>
                <span title="From the evaluation of each checkpoint">{scoreName}</span>
              </RuledTableHeadCell>
            )}
            {columns.map((name) => (
              <RuledTableHeadCell key={name} isEnd className="max-md:nth-[n+4]:hidden">
                {name}
              </RuledTableHeadCell>
            ))}
            <RuledTableHeadCell isEnd className="max-md:hidden">
              Saved
            </RuledTableHeadCell>
            <RuledTableHeadCell isEnd>
              <span className="sr-only">Actions</span>
            </RuledTableHeadCell>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <Row key={row.id} row={row} nowMs={nowMs} workspace={workspace} record={record} checkpoints={checkpoints} />
          ))}
        </tbody>
      </RuledTable>
      {shown.length < rows.length ? (
        <Button kind="ghost" size="small" className="mx-2 my-1" onClick={() => setIsWhole(true)}>
          Show all {formatCount(rows.length)}
        </Button>
      ) : null}
    </>
  );
}

function Row({
  row,
  nowMs,
  workspace,
  record,
  checkpoints,
}: CheckpointsTableProps & { row: JobCheckpointRow; nowMs: number }) {
  const { scoreName, columns } = checkpoints;
  const model = { ...splitProject(record.project_id), name: record.model_name };
  const { step } = row;
  // Next to the base, or alone for the base itself.
  const chat = [...new Set([step, 0])].map((one) => modelAddress(model, one));
  return (
    <tr className={classNames("hover:bg-hover", row.isOwn && "bg-accent-tint")}>
      <RuledTableCell className="h-[30px]">
        <span className="flex items-center gap-2">
          <b className="font-medium tabular-nums">{step === 0 ? "base" : formatCount(step)}</b>
          {row.isBest ? <Tag tone="ok">best {scoreName}</Tag> : null}
          {row.isOwn ? <Tag tone="outline">this job</Tag> : null}
        </span>
      </RuledTableCell>
      {scoreName === null ? null : (
        <Figure
          className="h-[30px]"
          value={row.score.value}
          fromBase={row.score.fromBase}
          format={formatScore}
          formatChange={formatDifference}
          isGood={(row.score.fromBase ?? 0) > 0}
        />
      )}
      {columns.map((name, index) => {
        const { value = null, fromBase = null } = row.figures[index] ?? {};
        const direction = betterDirection(name);
        return (
          <Figure
            key={name}
            className="h-[30px] max-md:nth-[n+4]:hidden"
            value={value}
            fromBase={fromBase}
            format={(figure) => formatMetric(name, figure)}
            formatChange={(change) => `${change > 0 ? "+" : ""}${formatMetric(name, change)}`}
            isGood={direction === null || fromBase === null ? null : (direction === "more") === fromBase > 0}
          />
        );
      })}
      <RuledTableCell isEnd className="h-[30px] max-md:hidden">
        <time title={formatFullTime(row.savedMs)}>{formatTime(row.savedMs, nowMs)}</time>
      </RuledTableCell>
      <RuledTableCell isEnd className="h-[30px]">
        <Link
          href={playgroundHref(workspace.slug, chat)}
          aria-label={`Chat with ${step === 0 ? "the base model" : `step ${step}`}`}
          className="text-accent-text hover:underline"
        >
          Chat
        </Link>
      </RuledTableCell>
    </tr>
  );
}

type FigureProps = {
  value: number | null;
  fromBase: number | null;
  format: (value: number) => string;
  formatChange: (change: number) => string;
  /** True if the change is an improvement; null if neither direction is better. */
  isGood: boolean | null;
  className: string;
};

function Figure({ value, fromBase, format, formatChange, isGood, className }: FigureProps) {
  const tone = isGood === null ? "text-ink-3" : isGood ? "text-ok" : "text-err";
  return (
    <RuledTableCell isEnd className={className}>
      {value === null ? <Unknown /> : format(value)}
      {fromBase === null ? null : (
        <span className={classNames("ml-1.5 text-micro", tone)}>{formatChange(fromBase)}</span>
      )}
    </RuledTableCell>
  );
}
