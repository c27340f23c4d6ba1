"use client";

import { type RefObject, useCallback, useMemo } from "react";
import { readHistory } from "@/app/(dashboard)/[workspace]/training/[jobId]/rollouts/messages/prepare-trajectory";
import { RolloutMessageItem } from "@/app/(dashboard)/[workspace]/training/[jobId]/rollouts/messages/rollout-message";
import { RolloutOutcome } from "@/app/(dashboard)/[workspace]/training/[jobId]/rollouts/messages/rollout-outcome";
import { useKeys } from "@/components/keyboard/use-keys";
import { useVirtualList } from "@/components/list/use-virtual-list";
import { FailureState } from "@/components/state/failure-state";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { Skeleton } from "@/components/ui/skeleton";
import type { TokenSignal } from "@/lib/logprobs/token-signals";
import { classNames } from "@/lib/style/class-names";
import { isRendererFor } from "@/lib/training/renderers/renderer-match";
import type { FirstDifference } from "./prepare-first-difference";
import { foldedCount, type SharedPrefix } from "./prepare-shared-beginning";
import type { RenderedPlace } from "./rendered-trajectory";
import type { Rollout, RolloutState } from "./use-trajectories";

type ColumnProps = {
  /** In its group, from 0. */
  index: number;
  /** The renderer of the trajectories that it is for, and their place; null for messages. */
  rendered: RenderedPlace | null;
  /** The element that scrolls all columns. */
  frame: RefObject<HTMLElement | null>;
  width: number;
  /** Height of the parts above the messages, in pixels. */
  margin: number;
  shared: SharedPrefix | null;
  /** Where the trajectories of the group begin to differ. */
  difference: FirstDifference | null;
  /** The shown alternative history; null for the messages themselves. */
  history: number | null;
  isShown: boolean;
  /** Index of the selected message. */
  message: number | null;
  hasProbabilities: boolean;
  signal: TokenSignal;
  reward: number | null;
  advantage: number | null;
  /** The advantage with its figures. */
  advantageWords: string | null;
  onMessage: (index: number) => void;
};

const RenderedTrajectory = partLoadedLater(
  async () => (await import("./rendered-trajectory")).RenderedTrajectory,
  <Skeleton className="mx-[35px] w-3/4" />,
);

/** The messages of a trajectory, one below the other, or what a renderer makes of it. */
export function TrajectoryColumn({ state, ...rest }: ColumnProps & { state: RolloutState | undefined }) {
  return (
    <div
      className={classNames(
        "min-w-0 flex-none pt-3 pb-4 [&:not(:first-child)]:border-l [&:not(:first-child)]:border-line",
        rest.isShown ? "bg-surface [--ground:var(--surface)]" : "[--ground:var(--bg)]",
      )}
      style={{ width: rest.width }}
    >
      {state?.rollout && rest.rendered && isRendererFor(rest.rendered.renderer, state.rollout.trajectory.metadata) ? (
        <RenderedTrajectory place={rest.rendered} rollout={state.rollout} {...rest} />
      ) : state?.rollout ? (
        <Messages rollout={state.rollout} {...rest} />
      ) : state?.failure ? (
        <FailureState failure={state.failure} onRetry={state.retry} />
      ) : (
        <Waiting />
      )}
    </div>
  );
}

const ESTIMATED_HEIGHT_PX = 96;

function Messages({
  rollout,
  frame,
  margin,
  shared,
  difference,
  history,
  isShown,
  message,
  hasProbabilities,
  signal,
  reward,
  advantage,
  advantageWords,
  onMessage,
}: ColumnProps & { rollout: Rollout }) {
  const { signalled } = rollout;
  const other = useMemo(() => (history === null ? null : readHistory(signalled, history)), [signalled, history]);
  const contents = other ?? rollout.contents;
  const folded = foldedCount(contents, shared);
  const count = contents.messages.length - folded;
  const list = useVirtualList(frame, {
    count: count + 1,
    itemPx: ESTIMATED_HEIGHT_PX,
    overscan: 3,
    coveredPx: margin,
    keyOf: useCallback((index: number) => index + folded, [folded]),
    current: { index: message === null ? -1 : message - folded },
  });
  const move = (by: number) => {
    const next = message === null ? folded : message + by;
    if (next >= folded && next < contents.messages.length) onMessage(next);
  };
  useKeys("rollouts", isShown ? { ArrowDown: () => move(1), ArrowUp: () => move(-1) } : {});
  return (
    <ol {...list.container}>
      {list.items.map((item) => {
        const shown = contents.messages[item.index + folded];
        return (
          <li key={item.key} {...list.measured(item)}>
            {shown ? (
              <RolloutMessageItem
                item={shown}
                names={contents.toolNames}
                isCurrent={shown.index === message}
                hasProbabilities={hasProbabilities}
                signal={signal}
                advantage={advantage}
                hasLogprobs={contents.hasLogprobs}
                // Trajectories are compared by their main history only.
                differing={other === null && shown.index === difference?.at ? difference.names : null}
                onSelect={isShown ? onMessage : null}
              />
            ) : (
              <RolloutOutcome
                reward={reward}
                advantage={advantageWords}
                metrics={contents.metrics}
                evidence={contents.evidence}
              />
            )}
          </li>
        );
      })}
    </ol>
  );
}

const SKELETONS = ["a", "b", "c", "d"];

function Waiting() {
  return (
    <div role="status" aria-label="Loading trajectory" className="grid gap-5 px-[35px]">
      {SKELETONS.map((key) => (
        <span key={key} className="grid gap-2">
          <Skeleton className="w-16" />
          <Skeleton className="w-full" />
          <Skeleton className="w-3/4" />
        </span>
      ))}
    </div>
  );
}
