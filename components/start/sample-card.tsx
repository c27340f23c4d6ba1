"use client";

import { FlaskConical, Layers } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { ProgressBar } from "@/components/ui/progress-bar";
import { formatCount } from "@/lib/format/count";
import { SAMPLE_FIGURES, SAMPLE_MEGABYTES } from "@/lib/sample/sample-project";
import { RemoveSample } from "./remove-sample";
import { SamplePlot } from "./sample-plot";
import { StartOption, StartOptionText } from "./start-option";
import { type SampleControl, useSample } from "./use-sample";

const figures = [
  [formatCount(SAMPLE_FIGURES.calls), "calls"],
  [formatCount(SAMPLE_FIGURES.threads), "threads"],
  [formatCount(SAMPLE_FIGURES.tableRows), "table rows"],
  [formatCount(SAMPLE_FIGURES.trainingSteps), "training jobs"],
] as const;

/** The sample project: its contents and a button to create it, or to open the existing one. */
export function SampleCard({ isMember }: { isMember: boolean }) {
  const sample = useSample(isMember);
  const { state, progress, isCreating, failure } = sample;
  return (
    <StartOption icon={FlaskConical} title={state === "made" ? "Sample project" : "Create the sample project"}>
      <StartOptionText>
        An airline support agent over seven days: three versions, an outage, prices and rewards, and a small model that
        the service trains and evaluates here. All data is invented and in its own project. You can delete it in one
        step.
      </StartOptionText>
      <dl className="mt-1 mb-0.5 grid grid-cols-[repeat(4,auto)] justify-between">
        {figures.map(([value, label]) => (
          <div key={label} className="flex flex-col-reverse">
            <dt className="text-micro leading-[14px] text-ink-3">{label}</dt>
            <dd className="text-[15px] leading-5 font-medium tracking-[-0.01em]">{value}</dd>
          </div>
        ))}
      </dl>
      <SamplePlot />
      {isCreating ? (
        <ProgressBar label="Creating the sample project" share={progress.calls / SAMPLE_FIGURES.calls} />
      ) : null}
      <div className="mt-1 flex flex-wrap items-center gap-2">
        <Actions sample={sample} isMember={isMember} />
      </div>
      {failure && !isCreating ? (
        <Callout tone={failure.kind === "cancelled" ? "plain" : "err"}>
          {failure.kind === "cancelled"
            ? "Stopped. Created data is kept, and creating continues from there."
            : failure.message}
        </Callout>
      ) : null}
    </StartOption>
  );
}

function Actions({ sample, isMember }: { sample: SampleControl; isMember: boolean }) {
  const { state, progress, isCreating, isOpening } = sample;
  if (!isMember) return <span className="text-small text-ink-3">A member or an admin can create it.</span>;
  if (isCreating) {
    return (
      <>
        <Button onClick={sample.stop}>Stop</Button>
        <span role="status" className="text-small text-ink-2">
          {formatCount(progress.calls)} of {formatCount(SAMPLE_FIGURES.calls)} calls
        </span>
      </>
    );
  }
  if (state === "made") {
    return (
      <>
        <Button kind="primary" isBusy={isOpening} onClick={sample.open}>
          Open sample
        </Button>
        <RemoveSample />
      </>
    );
  }
  return (
    <>
      <Button
        kind="primary"
        disabled={state === undefined}
        isBusy={isOpening}
        icon={<Layers size={14} strokeWidth={1.7} aria-hidden="true" />}
        onClick={sample.create}
      >
        {state === "making" ? "Finish the sample project" : "Create the sample project"}
      </Button>
      {state === "making" ? <RemoveSample /> : <span className="text-small text-ink-3">{SIZE}</span>}
    </>
  );
}

/**
 * The calls take 41 s in a browser on two busy cores, without a browser 7 s. A training job takes a second of one core,
 * and a checkpoint 5 MB.
 */
const SIZE = `${SAMPLE_MEGABYTES} MB of calls, 60 MB of checkpoints, about a minute`;
