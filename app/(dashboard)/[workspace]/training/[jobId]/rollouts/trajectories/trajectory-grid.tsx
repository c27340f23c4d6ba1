"use client";

import { useMemo, useRef, useState } from "react";
import type { GroupListRow } from "@/app/(dashboard)/[workspace]/training/[jobId]/rollouts/groups/prepare-group-list";
import { useSize } from "@/components/browser/use-size";
import { useVirtualList } from "@/components/list/use-virtual-list";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { Skeleton } from "@/components/ui/skeleton";
import { advantageOf } from "@/lib/training/trajectories/advantage-rule";
import { advantageText } from "@/lib/training/trajectories/advantage-text";
import type { Batch } from "@/lib/training/trajectories/trajectory-batch";
import { columnWidth, HEAD_HEIGHT_PX, readIndexes, SHARED_HEIGHT_PX } from "./prepare-column-layout";
import type { RolloutException } from "./prepare-exceptions";
import { firstDifference } from "./prepare-first-difference";
import { hasSignal } from "./prepare-has-signal";
import { sharedPrefix } from "./prepare-shared-beginning";
import { SharedMessages } from "./shared-messages";
import type { TrajectoriesControl } from "./trajectories-control";
import { TrajectoryColumn } from "./trajectory-column";
import { TrajectoryHead } from "./trajectory-head";
import { useTrajectories } from "./use-trajectories";

const ExceptionColumn = partLoadedLater(
  async () => (await import("./exception-column")).ExceptionColumn,
  <Skeleton className="mx-[35px] w-3/4" />,
);

type TrajectoryGridProps = {
  control: TrajectoriesControl;
  batch: Batch;
  group: GroupListRow;
  /** Null until they are loaded. */
  exceptions: readonly RolloutException[] | null;
};

/** Trajectories side by side under one scroll. Only columns and messages on screen are drawn. */
export function TrajectoryGrid({ control, batch, group, exceptions }: TrajectoryGridProps) {
  const { columnCount: count, trajectory: at, choices, renderer } = control;
  const frame = useRef<HTMLElement>(null);
  const ruler = useRef<HTMLDivElement>(null);
  const size = useSize(ruler);
  const [isOpened, setIsOpened] = useState(false);
  const [histories, setHistories] = useState<ReadonlyMap<number, number | null>>(new Map());
  const width = columnWidth(size?.width ?? 0, count);
  const { items: columns, totalPx } = useVirtualList(frame, {
    isHorizontal: true,
    count,
    itemPx: width,
    overscan: 1,
    current: { index: at },
  });
  const place = { connectionId: control.workspace.connectionId, batchId: batch.id, group: group.index };
  const visible = columns.map(({ index }) => index);
  const states = useTrajectories(place, readIndexes(group.rewards.length, visible));
  const read = [...states.values()].flatMap(({ rollout }) => rollout ?? []);
  const isAllRead = read.length === states.size;
  const contents = read.map((rollout) => rollout.contents);
  // biome-ignore lint/correctness/useExhaustiveDependencies: contents never change once they are read
  const prefix = useMemo(() => (isAllRead ? sharedPrefix(contents) : null), [isAllRead, contents.length]);
  // A renderer shows whole trajectories.
  const shared = renderer === null ? prefix : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: contents never change once they are read
  const difference = useMemo(() => (isAllRead ? firstDifference(contents) : null), [isAllRead, contents.length]);
  // A selected message is never folded.
  const isUnfolded = isOpened || (choices.message !== null && choices.message < (shared?.fingerprints.length ?? 0));
  const margin = HEAD_HEIGHT_PX + (shared ? SHARED_HEIGHT_PX : 0);
  const start = columns[0]?.start ?? 0;
  const { id: workspaceId } = control.workspace;
  const rendered = renderer && { workspaceId, renderer, group: { index: group.index, name: group.name } };
  return (
    <section
      ref={frame}
      aria-label="Trajectories side by side"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
      tabIndex={0}
      className="min-h-0 flex-1 overflow-auto overscroll-contain outline-offset-[-2px]"
    >
      <div ref={ruler} className="sticky left-0 h-0" />
      <div className="flex min-h-full flex-col" style={{ width: totalPx }}>
        <div className="sticky top-0 z-10 flex-none bg-bg">
          <div className="flex" style={{ paddingLeft: start, height: HEAD_HEIGHT_PX }}>
            {columns.map(({ index }) => (
              <TrajectoryHead
                key={index}
                width={width}
                index={index}
                isShown={index === at}
                reward={group.rewards[index] ?? null}
                advantage={
                  index < group.rewards.length
                    ? advantageOf(group.rewards[index] ?? Number.NaN, group.spread, control.advantages.rule)
                    : null
                }
                state={states.get(index)}
                found={control.found.placeOf(group.index, index)?.message ?? null}
                history={histories.get(index) ?? null}
                onHistory={(history) => setHistories(new Map(histories).set(index, history))}
                onShow={(message) => control.toTrajectory(index, message)}
              />
            ))}
          </div>
          {shared ? (
            <SharedMessages
              shared={shared}
              compared={contents.length}
              all={group.rewards.length}
              isUnfolded={isUnfolded}
              onToggle={() => {
                if (isUnfolded && choices.message !== null) control.toMessage(null);
                setIsOpened(!isUnfolded);
              }}
              hasProbabilities={choices.p && contents.some(({ hasLogprobs }) => hasLogprobs)}
              signal={choices.signal}
              hasSignal={hasSignal(contents, choices.signal)}
              width={size?.width ?? 0}
            />
          ) : null}
        </div>
        <div className="flex flex-1 items-stretch" style={{ paddingLeft: start }}>
          {columns.map(({ index }) =>
            index < group.rewards.length ? (
              <TrajectoryColumn
                key={index}
                index={index}
                rendered={rendered}
                frame={frame}
                width={width}
                margin={margin}
                state={states.get(index)}
                history={histories.get(index) ?? null}
                shared={isUnfolded ? null : shared}
                difference={difference}
                isShown={index === at}
                message={index === at ? choices.message : null}
                hasProbabilities={choices.p}
                reward={group.rewards[index] ?? null}
                signal={choices.signal}
                advantage={advantageOf(group.rewards[index] ?? Number.NaN, group.spread, control.advantages.rule)}
                advantageWords={advantageText(
                  group.rewards[index] ?? Number.NaN,
                  group.spread,
                  control.advantages.rule,
                )}
                onMessage={control.toMessage}
              />
            ) : (
              <ExceptionColumn
                key={index}
                width={width}
                isShown={index === at}
                exception={exceptions?.[index - group.rewards.length] ?? null}
                trajectoryCount={group.rewards.length}
              />
            ),
          )}
        </div>
      </div>
    </section>
  );
}
