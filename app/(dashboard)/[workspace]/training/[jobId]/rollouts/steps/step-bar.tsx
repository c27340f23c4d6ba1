"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { useNow } from "@/components/browser/use-now";
import { Select } from "@/components/form/select";
import { Button } from "@/components/ui/button";
import { Tooltip } from "@/components/ui/tooltip";
import { formatCount } from "@/lib/format/count";
import { MISSING } from "@/lib/format/missing";
import { formatFullTime, formatTime, parseTime } from "@/lib/format/time";
import { classNames } from "@/lib/style/class-names";
import { formatMetric } from "@/lib/training/metrics/format-metric";
import type { Batch } from "@/lib/training/trajectories/trajectory-batch";
import { sourceKey } from "@/lib/training/trajectories/trajectory-batch";
import { batchNames, batchRewardOf, batchSources, nearestOf } from "./prepare-step-marks";
import { StepSlider } from "./step-slider";
import type { StepsControl } from "./steps-control";

/** The steps of the model with the shown one, and its figures. */
export function StepBar({ control, batch }: { control: StepsControl; batch: Batch }) {
  const { steps, batches, counts, groups } = control;
  const sources = batchSources(batches);
  const name = batchNames(steps.batches)[steps.at];
  const sentMs = parseTime(batch.created_at);
  return (
    <div className="flex min-h-[62px] flex-none items-center gap-3 border-t border-line pr-3 pl-4 max-md:flex-wrap max-md:gap-y-1 max-md:py-1.5 max-md:pl-3">
      <div className="flex flex-none items-center gap-1.5">
        <Arrow label="Previous step" by={-1} control={control} />
        <Arrow label="Next step" by={1} control={control} />
        <dl>
          <Fact
            label={name?.noun === "batch" ? "Batch" : "Step"}
            title={`The newest checkpoint of the model when this batch was sent: ${batch.step === null ? "none" : `step ${batch.step}`}`}
            className="min-w-14 pl-1.5"
          >
            {name == null || name.number === null ? MISSING : formatCount(name.number)}
            {name?.noun === "batch" ? (
              <span className="ml-1 text-micro font-normal text-ink-3">of {formatCount(steps.batches.length)}</span>
            ) : null}
            {batch.id === control.record.batch_id ? (
              <span className="ml-1 text-micro font-normal text-ink-3">this job</span>
            ) : null}
          </Fact>
        </dl>
        {sources.length > 1 ? (
          <Select
            label="Source"
            value={sourceKey(batch)}
            options={sources.map(({ key, label, count }) => ({ value: key, label: `${label}, ${formatCount(count)}` }))}
            onChange={(key) => {
              const nearest = nearestOf(batches, batch, key);
              if (nearest) control.toBatch(nearest.id);
            }}
          />
        ) : null}
      </div>
      <StepSlider steps={steps} ownId={control.record.batch_id} onStep={(id) => control.toBatch(id, true)} />
      <dl className="flex flex-none gap-5 pl-2 max-md:w-full max-md:justify-between max-md:gap-3 max-md:pl-0">
        <Fact label="Reward">{formatMetric("reward", batchRewardOf(batch))}</Fact>
        <Fact label="Trainable">
          {groups.isPending || groups.hasMore ? (
            MISSING
          ) : (
            <>
              {formatCount(counts.trainable)}{" "}
              <span className="text-micro font-normal text-ink-3">of {formatCount(counts.all)}</span>
            </>
          )}
        </Fact>
        <Fact label="Exceptions">
          <span className={batch.exception_count > 0 ? "text-err" : undefined}>
            {formatCount(batch.exception_count)}
          </span>
        </Fact>
        <SentAt timeMs={sentMs} label={batch.kind === "job" ? "Sent" : "Logged"} />
      </dl>
    </div>
  );
}

function SentAt({ timeMs, label }: { timeMs: number | null; label: string }) {
  const nowMs = useNow(60_000);
  return (
    <Fact label={label} title={formatFullTime(timeMs)}>
      {formatTime(timeMs, nowMs)}
    </Fact>
  );
}

function Arrow({
  label,
  by,
  control,
}: {
  label: string;
  by: 1 | -1;
  control: Pick<StepsControl, "steps" | "moveStep">;
}) {
  const { batches, at } = control.steps;
  const Icon = by < 0 ? ChevronLeft : ChevronRight;
  return (
    <Tooltip text={label} keys={[by < 0 ? "←" : "→"]}>
      <Button
        size="icon-small"
        aria-label={label}
        disabled={batches[at + by] === undefined}
        onClick={() => control.moveStep(by)}
      >
        <Icon size={14} strokeWidth={1.7} aria-hidden="true" />
      </Button>
    </Tooltip>
  );
}

type FactProps = { label: string; title?: string; className?: string; children: ReactNode };

function Fact({ label, title, className, children }: FactProps) {
  return (
    <div className={classNames("whitespace-nowrap", className)} title={title}>
      <dt className="text-micro text-ink-3">{label}</dt>
      <dd className="text-small font-medium tabular-nums">{children}</dd>
    </div>
  );
}
