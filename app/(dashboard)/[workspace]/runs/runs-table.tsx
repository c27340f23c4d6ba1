import type { ReactNode } from "react";
import { Sparkline } from "@/components/chart/sparkline";
import { Checkbox } from "@/components/form/checkbox";
import { Unknown } from "@/components/table/cells";
import { RuledTable, RuledTableCell, RuledTableHeadCell } from "@/components/training/lists/ruled-table";
import { RunStateTag, VerdictTag } from "@/components/training/runs/run-tags";
import { Link } from "@/components/ui/link";
import { Tag } from "@/components/ui/tag";
import type { TrainingRun } from "@/lib/api/contract/training-runs/training-runs";
import { lastPoint } from "@/lib/chart/line-points";
import { countOf, formatCount } from "@/lib/format/count";
import { formatTotalCost } from "@/lib/format/money";
import { formatListTime, formatTimeAndAge } from "@/lib/format/relative-time";
import { parseTime } from "@/lib/format/time";
import { formatTokens } from "@/lib/format/tokens";
import { classNames } from "@/lib/style/class-names";
import { formatMetric } from "@/lib/training/metrics/format-metric";
import { modelText, phaseText } from "@/lib/training/runs/run-words";
import { RunLabels } from "./run-labels";

type RunsTableProps = {
  rows: readonly TrainingRun[];
  cursorId: string | null;
  hrefOf: (id: string) => string;
  nowMs: number;
  /** The ids of the runs that are selected for a comparison. */
  selected: readonly string[];
  onSelect: (id: string) => void;
  onGroup: (group: string) => void;
  onTag: (tag: string) => void;
};

/** The runs with their progress, reward, verdict and spending. */
export function RunsTable(props: RunsTableProps) {
  const { rows, cursorId, hrefOf, nowMs, selected, onSelect, onGroup, onTag } = props;
  const hasLabels = rows.some(({ tags, group }) => group != null || (tags ?? []).length > 0);
  return (
    <RuledTable label="Training runs" className="border-t border-line">
      <thead>
        <tr>
          <RuledTableHeadCell className="w-9 pr-0">
            <span className="sr-only">Select</span>
          </RuledTableHeadCell>
          <RuledTableHeadCell>Run, model</RuledTableHeadCell>
          {hasLabels ? <RuledTableHeadCell className="max-xl:hidden">Group, tags</RuledTableHeadCell> : null}
          <RuledTableHeadCell>State</RuledTableHeadCell>
          <RuledTableHeadCell className="max-md:hidden">Iterations</RuledTableHeadCell>
          <RuledTableHeadCell isEnd>Reward</RuledTableHeadCell>
          <RuledTableHeadCell>Verdict</RuledTableHeadCell>
          <RuledTableHeadCell isEnd className="max-lg:hidden">
            Spent
          </RuledTableHeadCell>
          <RuledTableHeadCell isEnd className="max-md:hidden">
            Started
          </RuledTableHeadCell>
        </tr>
      </thead>
      <tbody>
        {rows.map((run) => (
          <Row
            key={run.id}
            run={run}
            isCurrent={run.id === cursorId}
            href={hrefOf(run.id)}
            nowMs={nowMs}
            isSelected={selected.includes(run.id)}
            onSelect={() => onSelect(run.id)}
            labels={hasLabels ? <RunLabels tags={run.tags} group={run.group} onGroup={onGroup} onTag={onTag} /> : null}
          />
        ))}
      </tbody>
    </RuledTable>
  );
}

type RowProps = {
  run: TrainingRun;
  isCurrent: boolean;
  href: string;
  nowMs: number;
  isSelected: boolean;
  onSelect: () => void;
  /** Null when no run has a group or tags. */
  labels: ReactNode;
};

function Row({ run, isCurrent, href, nowMs, isSelected, onSelect, labels }: RowProps) {
  const { state, reason, model } = run;
  const startedMs = parseTime(run.started_at ?? run.created_at);
  const problem = state === "failed" || state === "paused" ? reason : null;
  return (
    <tr
      aria-current={isCurrent ? "true" : undefined}
      className={classNames("hover:bg-hover", isCurrent && "bg-accent-tint")}
    >
      <RuledTableCell className="w-9 pr-0">
        <Checkbox aria-label={`Select ${run.name}`} checked={isSelected} onCheckedChange={onSelect} />
      </RuledTableCell>
      <RuledTableCell className="max-w-80 max-md:max-w-40">
        <span className="flex min-w-0 items-center gap-1.5">
          <Link
            href={href}
            title={run.given_name == null ? undefined : `Started as ${run.given_name}`}
            className="block truncate font-medium text-ink hover:underline"
          >
            {run.name}
          </Link>
          {run.is_archived ? <Tag tone="outline">Archived</Tag> : null}
        </span>
        <span className="block truncate text-micro text-ink-3">
          {problem === null ? (
            <>
              <span className="text-code">{modelText(run)}</span>
              {run.source === "client"
                ? ", run by a client"
                : run.source === "log"
                  ? ", logged"
                  : model === null
                    ? ""
                    : `, ${model.base_model}`}
            </>
          ) : (
            <span className={state === "failed" ? "text-err" : "text-warn"}>{problem}</span>
          )}
        </span>
      </RuledTableCell>
      {labels === null ? null : <RuledTableCell className="max-xl:hidden">{labels}</RuledTableCell>}
      <RuledTableCell>
        <RunStateTag state={state} />
      </RuledTableCell>
      <RuledTableCell className="w-56 max-md:hidden">
        <Iterations run={run} />
      </RuledTableCell>
      <RuledTableCell isEnd>
        <Reward rewards={run.rewards} />
      </RuledTableCell>
      <RuledTableCell>
        <VerdictTag verdict={run.verdict} />
      </RuledTableCell>
      <RuledTableCell isEnd className="max-lg:hidden">
        {run.spent.cost_usd === null ? <Unknown /> : formatTotalCost(run.spent.cost_usd)}
        {run.source === "client" || run.spent.tokens === 0 ? null : (
          <span className="block text-micro text-ink-3">{formatTokens(run.spent.tokens)} tokens</span>
        )}
      </RuledTableCell>
      <RuledTableCell isEnd className="max-md:hidden">
        <span title={formatTimeAndAge(startedMs, nowMs)}>{formatListTime(startedMs, nowMs)}</span>
      </RuledTableCell>
    </tr>
  );
}

function Iterations({ run }: { run: TrainingRun }) {
  const { iterations_done: done, iterations_planned: planned } = run;
  const share = planned === null || planned === 0 ? null : Math.min(1, done / planned);
  return (
    <span className="grid gap-0.5">
      <span className="flex items-center gap-2">
        {share === null ? null : (
          <span aria-hidden="true" className="h-1.5 w-28 overflow-hidden rounded-bar bg-active">
            <i className="block h-full bg-vat-5" style={{ width: `${share * 100}%` }} />
          </span>
        )}
        <span className="text-micro text-ink-2 tabular-nums">
          {planned === null ? countOf(done, "iteration") : `${formatCount(done)} of ${formatCount(planned)}`}
        </span>
      </span>
      <span className="truncate text-micro text-ink-3">{phaseText(run)}</span>
    </span>
  );
}

/** The newest mean reward, with a sparkline of all iterations. */
function Reward({ rewards }: Pick<TrainingRun, "rewards">) {
  const points = rewards.map((value, index) => ({ timeMs: index + 1, value }));
  const last = lastPoint(points);
  if (!last) return <Unknown />;
  return (
    <span className="inline-flex items-center justify-end gap-2 tabular-nums">
      {points.length > 1 ? (
        <span className="max-md:hidden">
          <Sparkline points={points} color="var(--dye-indigo)" isBroken />
        </span>
      ) : null}
      {formatMetric("reward", last.value)}
    </span>
  );
}
