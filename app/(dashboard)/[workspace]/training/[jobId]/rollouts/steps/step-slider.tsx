"use client";

import { type KeyboardEvent, type PointerEvent, useMemo } from "react";
import { countOf } from "@/lib/format/count";
import { classNames } from "@/lib/style/class-names";
import { formatMetric } from "@/lib/training/metrics/format-metric";
import {
  type BatchName,
  batchNames,
  batchNameText,
  batchRewardOf,
  type StepList,
  stepMarks,
} from "./prepare-step-marks";

type StepSliderProps = {
  steps: StepList;
  /** The batch that the page's job was trained on. */
  ownId: string | null;
  onStep: (batchId: string) => void;
};

/**
 * A mark for each step, colored deeper the higher its mean reward; it is a slider, so dragging moves through the steps.
 */
export function StepSlider({ steps: { batches, at }, ownId, onStep }: StepSliderProps) {
  const picks = useMemo(() => stepMarks(batches), [batches]);
  const names = useMemo(() => batchNames(batches), [batches]);
  const own = batches.findIndex(({ id }) => id === ownId);
  const goTo = (index: number) => {
    const batch = batches[Math.min(batches.length - 1, Math.max(0, index))];
    if (batch && index !== at) onStep(batch.id);
  };
  const onPointer = ({ clientX, currentTarget, buttons }: PointerEvent<HTMLDivElement>) => {
    if (buttons !== 1) return;
    const { left, width } = currentTarget.getBoundingClientRect();
    goTo(Math.floor(((clientX - left) / width) * batches.length));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Home" && event.key !== "End") return;
    event.preventDefault();
    goTo(event.key === "Home" ? 0 : batches.length - 1);
  };
  const share = (index: number) => `${((index + 0.5) / batches.length) * 100}%`;
  return (
    <div className="min-w-0 flex-1 max-md:order-last max-md:w-full max-md:flex-none">
      <div
        role="slider"
        tabIndex={0}
        aria-label="Step"
        aria-valuemin={1}
        aria-valuemax={batches.length}
        aria-valuenow={at + 1}
        aria-valuetext={wordsOf(batches, names, at)}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          onPointer(event);
        }}
        onPointerMove={onPointer}
        onKeyDown={onKeyDown}
        className="relative flex h-6 touch-none items-center gap-0.5"
      >
        {picks.map(({ from, to, shade }) => (
          <i
            key={from}
            title={from + 1 === to ? wordsOf(batches, names, from) : `${countOf(to - from, "step")}`}
            className={classNames(
              "h-5 min-w-0 flex-1 rounded-[1.5px]",
              shade === null && "bg-hatch-idle",
              at >= from && at < to && "outline-[1.5px] outline-offset-1 outline-ink",
            )}
            style={shade === null ? undefined : { background: `var(--vat-${shade})` }}
          />
        ))}
      </div>
      <div aria-hidden="true" className="relative mt-px h-3.5 text-micro leading-[14px] text-ink-3">
        {picks.map(({ from, to, hasExceptions }) =>
          hasExceptions ? (
            <i
              key={from}
              title="Exceptions"
              className="absolute top-0.5 size-0 -translate-x-1/2 border-x-[3px] border-b-[5px] border-x-transparent border-b-warn"
              style={{ left: share((from + to - 1) / 2) }}
            />
          ) : null,
        )}
        {own >= 0 && !picks.some(({ from, to, hasExceptions }) => hasExceptions && own >= from && own < to) ? (
          <i
            title="The data of this job"
            className="absolute top-0.5 size-[5px] -translate-x-1/2 rounded-full bg-accent"
            style={{ left: share(own) }}
          />
        ) : null}
        <Label text={labelOf(names, 0)} left="0" isFirst />
        {batches.length > 1 ? <Label text={labelOf(names, batches.length - 1)} left="100%" isLast /> : null}
      </div>
    </div>
  );
}

function Label({
  text,
  left,
  isFirst = false,
  isLast = false,
}: {
  text: string;
  left: string;
  isFirst?: boolean;
  isLast?: boolean;
}) {
  return (
    <span
      className={classNames(
        "absolute top-0.5",
        isLast && "-translate-x-full",
        !isFirst && !isLast && "-translate-x-1/2",
      )}
      style={{ left }}
    >
      {text}
    </span>
  );
}

const labelOf = (names: readonly BatchName[], index: number) => String(names[index]?.number ?? "");

function wordsOf(batches: StepList["batches"], names: readonly BatchName[], index: number): string {
  const [batch, name] = [batches[index], names[index]];
  if (!batch || !name) return "none";
  return `${batchNameText(name, index, batches.length)}, reward ${formatMetric("reward", batchRewardOf(batch))}`;
}
