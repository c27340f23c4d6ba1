import type { ReactNode } from "react";
import { Checkbox } from "@/components/form/checkbox";
import { Unknown } from "@/components/table/cells";
import { RuledTableCell } from "@/components/training/lists/ruled-table";
import type { ModelRecord } from "@/components/training/models/use-model";
import { CopyButton } from "@/components/ui/copy-button";
import { Link } from "@/components/ui/link";
import { Tag } from "@/components/ui/tag";
import { completionsHref } from "@/lib/address/origin-href";
import { formatCount } from "@/lib/format/count";
import { formatFullTime, formatTime } from "@/lib/format/time";
import { classNames } from "@/lib/style/class-names";
import { modelAddress, playgroundHref } from "@/lib/training/jobs/model-address";
import { formatMetric } from "@/lib/training/metrics/format-metric";
import { forkHref } from "@/lib/training/runs/fork-href";
import type { Workspace } from "@/lib/workspace/workspace";
import type { CheckpointMark } from "./checkpoint-mark";
import { type CheckpointListRow, isLessBetter, type MetricCell } from "./prepare-checkpoints";

/** The props that all rows of the table share. */
export type CheckpointContext = {
  workspace: Workspace;
  record: ModelRecord | null;
  names: readonly string[];
  /** The reason why the marked checkpoint is the best. */
  mark: CheckpointMark | null;
  /** The score of the evaluation that is set on the model, shown as a separate column. */
  score: { readonly name: string; readonly cellOf: (step: number) => ReactNode } | null;
  chosen: ReadonlySet<number>;
  onToggle: (step: number) => void;
  nowMs: number;
};

type CheckpointRowProps = CheckpointContext & { row: CheckpointListRow };

/** A checkpoint: its marks, score and metrics with their changes, and its actions. */
export function CheckpointRow({
  row,
  workspace,
  record,
  names,
  mark,
  score,
  chosen,
  onToggle,
  nowMs,
}: CheckpointRowProps) {
  const isChosen = chosen.has(row.step);
  const address = record ? modelAddress(record, row.step) : null;
  return (
    <tr className={classNames("group hover:bg-hover", isChosen && "bg-accent-tint")}>
      <RuledTableCell>
        <span className="flex items-center gap-2 max-md:w-[104px] max-md:flex-wrap max-md:gap-y-0.5 max-md:py-1">
          <Checkbox
            checked={isChosen}
            onCheckedChange={() => onToggle(row.step)}
            aria-label={`Select step ${row.step}`}
          />
          <span className={classNames("font-medium tabular-nums", isChosen && "line-through")}>
            {formatCount(row.step)}
          </span>
          {mark !== null && row.step === mark.step ? (
            <Tag tone={mark.isEvaluated ? "ok" : "outline"} title={mark.reason}>
              {mark.words}
            </Tag>
          ) : null}
          {row.isLatest ? <Tag>newest</Tag> : null}
          {row.step === 0 ? <StartTag slug={workspace.slug} record={record} /> : null}
        </span>
      </RuledTableCell>
      {score === null ? null : <RuledTableCell isEnd>{score.cellOf(row.step)}</RuledTableCell>}
      {names.map((name) => (
        <RuledTableCell key={name} isEnd>
          <Figure name={name} cell={row.cells.get(name)} />
        </RuledTableCell>
      ))}
      <RuledTableCell isEnd>
        {row.jobId === null ? (
          <span title={formatFullTime(row.savedMs)}>{formatTime(row.savedMs, nowMs)}</span>
        ) : (
          <Link
            href={`/${workspace.slug}/training/${encodeURIComponent(row.jobId)}`}
            title="Open the job that created this checkpoint"
            className="text-accent-text hover:underline"
          >
            {formatTime(row.savedMs, nowMs)}
          </Link>
        )}
      </RuledTableCell>
      {/* The actions stay on screen, however many metrics there are. */}
      <RuledTableCell
        isEnd
        className={classNames(
          "sticky right-0 border-l border-line group-hover:bg-hover",
          isChosen ? "bg-accent-tint" : "bg-bg",
        )}
      >
        {address === null || record === null ? null : (
          <span className="inline-flex items-center gap-1.5">
            <Link
              href={playgroundHref(workspace.slug, row.step === 0 ? [address] : [address, modelAddress(record, 0)])}
              className="text-accent-text hover:underline"
              title={row.step === 0 ? "Open in playground" : "Open in playground, next to the base"}
            >
              Chat
            </Link>
            <Link
              href={forkHref(workspace.slug, { modelId: record.id, step: row.step })}
              aria-label={`Fork from step ${row.step}`}
              title="A new run on a copy of this checkpoint"
              className="text-accent-text hover:underline"
            >
              Fork
            </Link>
            <Link
              href={completionsHref(workspace.slug, address)}
              aria-label={`Calls to step ${row.step}`}
              title="Tracked completions of this checkpoint"
              className="text-accent-text hover:underline max-md:hidden"
            >
              Calls
            </Link>
            <CopyButton
              text={address}
              label={`Copy the model name of step ${row.step}`}
              copiedMessage="Model name copied"
              className="max-md:hidden"
            />
          </span>
        )}
      </RuledTableCell>
    </tr>
  );
}

/** Whether the model began with its base model, or with a checkpoint of another one. */
function StartTag({ slug, record }: { slug: string; record: ModelRecord | null }) {
  const fork = record?.forked_from;
  if (fork == null) return <Tag tone="outline">untrained</Tag>;
  return (
    <Link
      href={`/${slug}/models/${encodeURIComponent(fork.model_id)}`}
      title={`The weights of ${fork.name} at step ${formatCount(fork.step)}`}
      className="max-w-[180px] truncate text-micro text-accent-text hover:underline"
    >
      {fork.name} step {formatCount(fork.step)}
    </Link>
  );
}

/** The value, then its change from the previous and the first step: green or red only where one direction is better. */
function Figure({ name, cell }: { name: string; cell: MetricCell | undefined }) {
  if (!cell || cell.value === null) return <Unknown />;
  return (
    <span className="grid leading-[17px]">
      {formatMetric(name, cell.value)}
      {cell.fromPrevious === null ? null : (
        <span className="text-micro text-ink-3">
          <Change name={name} by={cell.fromPrevious} />, <Change name={name} by={cell.fromFirst} />
        </span>
      )}
    </span>
  );
}

function Change({ name, by }: { name: string; by: number | null }) {
  if (by === null) return "–";
  const isClear = /reward|loss|accuracy|pass|error|exception/i.test(name) && by !== 0;
  const isBetter = by > 0 !== isLessBetter(name);
  return (
    <span className={isClear ? (isBetter ? "text-ok" : "text-err") : undefined}>
      {by > 0 ? "+" : ""}
      {formatMetric(name, by)}
    </span>
  );
}
