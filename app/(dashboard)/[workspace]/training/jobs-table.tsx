import { Checkbox } from "@/components/form/checkbox";
import { Unknown } from "@/components/table/cells";
import { JobStatusTag } from "@/components/training/jobs/job-status";
import { RuledTable, RuledTableCell, RuledTableHeadCell } from "@/components/training/lists/ruled-table";
import { RewardCell } from "@/components/training/models/reward-cell";
import { Link } from "@/components/ui/link";
import { formatCount } from "@/lib/format/count";
import { formatShortId } from "@/lib/format/identifier";
import { formatListTime, formatTimeAndAge } from "@/lib/format/relative-time";
import { formatFullTime, formatTime } from "@/lib/format/time";
import { classNames } from "@/lib/style/class-names";
import type { JobListRow } from "@/lib/training/jobs/job-list";
import { priorityName, queueText } from "@/lib/training/jobs/job-queue";
import { isGoingOn } from "@/lib/training/jobs/job-status";
import type { Workspace } from "@/lib/workspace/workspace";

import { JobMenu } from "./job-menu";

type JobsTableProps = {
  workspace: Workspace;
  rows: readonly JobListRow[];
  cursorId: string | null;
  chosen: readonly string[];
  onToggle: (id: string) => void;
  hrefOf: (id: string) => string;
  nowMs: number;
  onPriority: (id: string, priority: number) => void;
  onCancel: (id: string) => void;
};

/** The jobs with their progress, results, and the time of their last event. */
export function JobsTable(props: JobsTableProps) {
  const { workspace, rows, cursorId, chosen, onToggle, hrefOf, nowMs, onPriority, onCancel } = props;
  return (
    <RuledTable label="Training jobs" className="border-t border-line">
      <thead>
        <tr>
          <RuledTableHeadCell className="w-9 pr-0">
            <span className="sr-only">Select</span>
          </RuledTableHeadCell>
          <RuledTableHeadCell>Model, job</RuledTableHeadCell>
          <RuledTableHeadCell>Status</RuledTableHeadCell>
          <RuledTableHeadCell className="max-md:hidden">Progress</RuledTableHeadCell>
          <RuledTableHeadCell isEnd className="max-md:hidden">
            Checkpoint
          </RuledTableHeadCell>
          <RuledTableHeadCell isEnd className="max-lg:hidden">
            Reward
          </RuledTableHeadCell>
          <RuledTableHeadCell className="max-lg:hidden">Started</RuledTableHeadCell>
          <RuledTableHeadCell isEnd>Last event</RuledTableHeadCell>
          <RuledTableHeadCell className="w-9 pl-0">
            <span className="sr-only">Actions</span>
          </RuledTableHeadCell>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={row.id}
            aria-current={row.id === cursorId ? "true" : undefined}
            className={classNames(
              "hover:bg-hover",
              (row.id === cursorId || chosen.includes(row.id)) && "bg-accent-tint",
            )}
          >
            <RuledTableCell className="w-9 pr-0">
              <Checkbox
                checked={chosen.includes(row.id)}
                onCheckedChange={() => onToggle(row.id)}
                aria-label={`Select job ${row.id} of ${row.modelName}`}
              />
            </RuledTableCell>
            <RuledTableCell className="max-w-80 max-md:max-w-36">
              <Link href={hrefOf(row.id)} className="block truncate font-medium text-ink hover:underline">
                {row.modelName}
              </Link>
              <span className="block truncate text-micro text-ink-3">
                <span className="text-code" title={row.id}>
                  {formatShortId(row.id)}
                </span>
                {row.problem === null ? `, ${row.baseModel}` : <span className="text-err"> {row.problem}</span>}
              </span>
            </RuledTableCell>
            <RuledTableCell>
              <JobStatusTag status={row.status} />
              {row.queuePosition === null ? null : (
                <span className="block text-micro text-ink-3 md:hidden">{queueText(row.queuePosition)}</span>
              )}
              {row.status === "running" && row.device !== null ? (
                <span className="ml-1.5 text-micro text-ink-3 max-md:hidden">on {row.device}</span>
              ) : null}
            </RuledTableCell>
            <RuledTableCell className="w-64 max-md:hidden">
              <Progress row={row} />
            </RuledTableCell>
            <RuledTableCell isEnd className="max-md:hidden">
              {row.step === null ? <Unknown /> : `step ${formatCount(row.step)}`}
            </RuledTableCell>
            <RuledTableCell isEnd className="max-lg:hidden">
              {row.step === null ? (
                <Unknown />
              ) : (
                <RewardCell connectionId={workspace.connectionId} modelId={row.modelId} step={row.step} />
              )}
            </RuledTableCell>
            <RuledTableCell className="max-lg:hidden">
              {row.startedMs !== null ? (
                <span title={formatFullTime(row.startedMs)}>{formatTime(row.startedMs, nowMs)}</span>
              ) : (
                <Unknown />
              )}
            </RuledTableCell>
            <RuledTableCell isEnd>
              <span title={formatTimeAndAge(row.lastMs, nowMs)}>{formatListTime(row.lastMs, nowMs)}</span>
            </RuledTableCell>
            <RuledTableCell isEnd className="w-9 pl-0">
              {isGoingOn(row.status) ? (
                <JobMenu
                  row={row}
                  onPriority={(priority) => onPriority(row.id, priority)}
                  onCancel={() => onCancel(row.id)}
                />
              ) : null}
            </RuledTableCell>
          </tr>
        ))}
      </tbody>
    </RuledTable>
  );
}

function Progress({ row: { doneSteps, totalSteps, queuePosition, priority } }: { row: JobListRow }) {
  if (queuePosition !== null) {
    const named = priority === null || priority === 0 ? "" : `, priority ${priorityName(priority).toLowerCase()}`;
    return <span className="text-micro text-ink-2">{`${queueText(queuePosition)}${named}`}</span>;
  }
  const share = totalSteps === null || totalSteps === 0 ? 0 : Math.min(1, doneSteps / totalSteps);
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden="true" className="h-1.5 w-28 overflow-hidden rounded-bar bg-active">
        <i className="block h-full bg-vat-5" style={{ width: `${share * 100}%` }} />
      </span>
      <span className="text-micro text-ink-2 tabular-nums">
        {totalSteps === null ? formatCount(doneSteps) : `${formatCount(doneSteps)} of ${formatCount(totalSteps)}`}
      </span>
    </span>
  );
}
