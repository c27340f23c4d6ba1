"use client";

import { RolloutList } from "@/components/training/rollouts/rollout-list";
import { TaskPrompt } from "@/components/training/rollouts/task-prompt";
import { Link } from "@/components/ui/link";
import { Tag } from "@/components/ui/tag";
import type {
  RolloutGroup,
  TrainingIteration,
  TrainingRunDetail,
} from "@/lib/api/contract/training-runs/training-runs";
import { formatCount } from "@/lib/format/count";
import { classNames } from "@/lib/style/class-names";
import { formatMetric } from "@/lib/training/metrics/format-metric";
import { stepChatHref } from "@/lib/training/runs/chat-href";

type RolloutColumnProps = {
  slug: string;
  run: TrainingRunDetail;
  iteration: TrainingIteration;
  group: RolloutGroup | null;
  /** True where the columns do not share a prompt. */
  hasPrompt?: boolean;
  className?: string;
};

/** The rollouts of one task in one iteration, and a link to chat with the checkpoint that wrote them. */
export function RolloutColumn({ slug, run, iteration, group, hasPrompt = false, className }: RolloutColumnProps) {
  const { from_step: step, batch_id: batchId } = iteration;
  const chat =
    run.model === null || step === null
      ? null
      : stepChatHref(
          slug,
          run.model.address,
          [step],
          batchId === null || group === null ? null : { batchId, group: group.group },
        );
  return (
    <section aria-label={`Rollouts of iteration ${iteration.iteration}`} className={classNames("min-w-0", className)}>
      <header className="flex h-[34px] items-center gap-2 border-b border-line px-4 text-small whitespace-nowrap max-md:px-3">
        <h3 className="font-medium">Iteration {formatCount(iteration.iteration)}</h3>
        <span className="min-w-0 truncate text-ink-3">
          {step === null ? "" : step === 0 ? "base model" : `step ${step}`}
        </span>
        {group === null ? null : (
          <span className="text-ink-3 tabular-nums">mean {formatMetric("reward", group.reward_mean)}</span>
        )}
        {group !== null && !group.has_signal ? <Tag tone="warn">no signal</Tag> : null}
        {chat === null ? null : (
          <Link href={chat} aria-label={`Chat with step ${step}`} className="ml-auto text-accent-text hover:underline">
            Chat
          </Link>
        )}
      </header>
      {hasPrompt ? <TaskPrompt group={group} /> : null}
      {group === null ? (
        <p className="px-4 py-3 text-small text-ink-3 max-md:px-3">This iteration did not sample the task.</p>
      ) : (
        <RolloutList slug={slug} rollouts={group.rollouts} />
      )}
    </section>
  );
}
