import type { z } from "zod";
import { Unknown } from "@/components/table/cells";
import { RuledTable, RuledTableCell, RuledTableHeadCell } from "@/components/training/lists/ruled-table";
import { RewardCell } from "@/components/training/models/reward-cell";
import { Link } from "@/components/ui/link";
import type { modelRecord } from "@/lib/api/contract/training/models";
import { formatCount } from "@/lib/format/count";
import { formatListTime, formatTimeAndAge } from "@/lib/format/relative-time";
import { parseTime } from "@/lib/format/time";
import { classNames } from "@/lib/style/class-names";
import type { Workspace } from "@/lib/workspace/workspace";
import { BestCell } from "./best-cell";
import type { BestByModel } from "./use-best-checkpoints";

type ModelsTableProps = {
  workspace: Workspace;
  rows: readonly z.infer<typeof modelRecord>[];
  /** By model; null where the service evaluates no checkpoints. */
  best: BestByModel | null;
  cursorId: string | null;
  hrefOf: (id: string) => string;
  nowMs: number;
};

/** Models with their newest checkpoint, its reward over time, and the best one by the evaluation of the model. */
export function ModelsTable({ workspace, rows, best, cursorId, hrefOf, nowMs }: ModelsTableProps) {
  return (
    <RuledTable label="Models" className="border-t border-line">
      <thead>
        <tr>
          <RuledTableHeadCell>Model, base</RuledTableHeadCell>
          <RuledTableHeadCell isEnd>Newest</RuledTableHeadCell>
          <RuledTableHeadCell isEnd className="max-md:hidden">
            Reward
          </RuledTableHeadCell>
          {best === null ? null : (
            <RuledTableHeadCell isEnd>
              <span title="The best checkpoint by the evaluation that is set on the model">Best</span>
            </RuledTableHeadCell>
          )}
          <RuledTableHeadCell isEnd className="max-md:hidden">
            Checkpoints
          </RuledTableHeadCell>
          <RuledTableHeadCell isEnd className="max-md:hidden">
            Jobs
          </RuledTableHeadCell>
          <RuledTableHeadCell isEnd>Age</RuledTableHeadCell>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const createdMs = parseTime(row.created_at);
          return (
            <tr
              key={row.id}
              aria-current={row.id === cursorId ? "true" : undefined}
              className={classNames("hover:bg-hover", row.id === cursorId && "bg-accent-tint")}
            >
              <RuledTableCell className="max-w-64 max-md:max-w-32">
                <Link href={hrefOf(row.id)} className="block truncate font-medium text-ink hover:underline">
                  {row.name}
                </Link>
                <span className="block truncate text-code text-ink-3" title={row.base_model}>
                  {row.base_model}
                </span>
              </RuledTableCell>
              <RuledTableCell isEnd>
                {row.latest_step === null ? <Unknown /> : `step ${formatCount(row.latest_step)}`}
              </RuledTableCell>
              <RuledTableCell isEnd className="max-md:hidden">
                <RewardCell connectionId={workspace.connectionId} modelId={row.id} step={null} />
              </RuledTableCell>
              {best === null ? null : (
                <RuledTableCell isEnd>
                  <BestCell evaluation={best.get(row.id)} />
                </RuledTableCell>
              )}
              <RuledTableCell isEnd className="max-md:hidden">
                {formatCount(row.checkpoint_count)}
              </RuledTableCell>
              <RuledTableCell isEnd className="max-md:hidden">
                {formatCount(row.job_count)}
              </RuledTableCell>
              <RuledTableCell isEnd>
                <span title={formatTimeAndAge(createdMs, nowMs)}>{formatListTime(createdMs, nowMs)}</span>
              </RuledTableCell>
            </tr>
          );
        })}
      </tbody>
    </RuledTable>
  );
}
