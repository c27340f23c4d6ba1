"use client";

import { MoreHorizontal } from "lucide-react";
import { useState } from "react";
import { RewardMarker } from "@/app/(dashboard)/[workspace]/training/[jobId]/rollouts/groups/group-rewards";
import { openedLater } from "@/components/dialog/opened-later";
import { Button } from "@/components/ui/button";
import { loadedLater } from "@/components/ui/loaded-later";
import { Quantity } from "@/components/ui/quantity";
import { countOf } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { signed } from "@/lib/format/missing";
import { formatReward } from "@/lib/format/reward";
import { formatTokens } from "@/lib/format/tokens";
import { classNames } from "@/lib/style/class-names";
import type { RolloutState } from "./use-trajectories";

const OriginLink = loadedLater(async () => (await import("@/components/training/trajectories/origin-link")).OriginLink);
const HistoryMenu = loadedLater(async () => (await import("./history-menu")).HistoryMenu);
const DetailsDialog = openedLater(async () => (await import("./details-dialog")).DetailsDialog);

type TrajectoryHeadProps = {
  width: number;
  index: number;
  isShown: boolean;
  /** Null for an exception. */
  reward: number | null;
  advantage: number | null;
  state: RolloutState | undefined;
  /** The message that the search found. */
  found: number | null;
  /** The shown history; null for the messages themselves. */
  history: number | null;
  onHistory: (history: number | null) => void;
  onShow: (message: number | null) => void;
};

/** The header of a column: reward, advantage in its group, length. */
export function TrajectoryHead(props: TrajectoryHeadProps) {
  const { width, index, isShown, reward, advantage, state, found, history, onHistory, onShow } = props;
  const [isOpen, setIsOpen] = useState(false);
  const rollout = state?.rollout ?? null;
  return (
    <header
      className={classNames(
        "@container relative flex-none px-3 pt-[5px] pl-3.5 [&:not(:first-child)]:border-l [&:not(:first-child)]:border-line",
        isShown && "before:absolute before:-left-px before:right-0 before:top-0 before:h-0.5 before:bg-accent",
      )}
      style={{ width }}
    >
      <div className="flex h-6 min-w-0 items-center gap-[7px] text-small whitespace-nowrap">
        <h3 className="min-w-0 overflow-hidden">
          <button
            type="button"
            aria-current={isShown ? "true" : undefined}
            onClick={() => onShow(null)}
            className="flex min-h-6 min-w-0 items-center gap-[7px] hover:underline"
          >
            <span className="truncate font-semibold">{reward === null ? "Exception" : `Trajectory ${index}`}</span>
            <RewardMarker reward={reward} />
            <span className={reward === null ? "text-err" : undefined}>
              {reward === null ? "no reward" : formatReward(reward)}
            </span>
          </button>
        </h3>
        <span className="ml-auto flex flex-none items-center gap-1.5">
          {advantage === null ? <span className="text-ink-3">no advantage</span> : <Advantage value={advantage} />}
          {rollout ? (
            <Button
              kind="ghost"
              size="icon-small"
              className="-mr-1.5"
              aria-label={`Details of trajectory ${index}: tools, metrics, metadata, logs`}
              onClick={() => setIsOpen(true)}
            >
              <MoreHorizontal size={14} strokeWidth={1.7} aria-hidden="true" />
            </Button>
          ) : null}
        </span>
      </div>
      <p className="flex gap-2.5 truncate text-micro leading-4 text-ink-3">
        {rollout ? <Facts state={rollout} /> : null}
        {rollout && rollout.contents.historyCount > 0 ? (
          <HistoryMenu count={rollout.contents.historyCount} shown={history} onChange={onHistory} />
        ) : null}
        {rollout ? <OriginLink metadata={rollout.trajectory.metadata} /> : null}
        {found === null ? null : (
          <button type="button" className="text-accent-text hover:underline" onClick={() => onShow(found)}>
            found in message {found}
          </button>
        )}
      </p>
      {isOpen && rollout ? (
        <DetailsDialog
          title={`Trajectory ${index}`}
          description="The trajectory as it was sent: its messages, tools, metrics, metadata and logs."
          label="trajectory"
          value={rollout.trajectory}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </header>
  );
}

function Facts({ state: { contents, trajectory } }: { state: NonNullable<RolloutState["rollout"]> }) {
  const { turnCount, tokenCount, durationMs, hasLogprobs, messages } = contents;
  const toolCount = trajectory.tools?.length ?? 0;
  const facts = [
    turnCount > 0 ? countOf(turnCount, "turn") : countOf(messages.length, "message"),
    ...(tokenCount === null ? [hasLogprobs ? "some logprobs" : "no logprobs"] : [`${formatTokens(tokenCount)} tok`]),
    ...(durationMs === null ? [] : [formatDuration(durationMs)]),
    ...(toolCount === 0 ? [] : [countOf(toolCount, "tool")]),
  ];
  return facts.map((fact) => <Quantity key={fact} text={fact} />);
}

const MAX_DRAWN_ADVANTAGE = 1.5;
const HALF = 18;

/** The bar extends left below the group's mean and right above it. */
function Advantage({ value }: { value: number }) {
  const length = (Math.min(MAX_DRAWN_ADVANTAGE, Math.abs(value)) / MAX_DRAWN_ADVANTAGE) * (HALF - 2);
  const text = `${value > 0 ? "+" : ""}${signed(value, (magnitude) => magnitude.toFixed(2))}`;
  return (
    <span className="flex items-center gap-1.5" title="Advantage in the group">
      {/* In a narrow column the figure alone is enough. */}
      <svg width={HALF * 2} height="8" aria-hidden="true" className="@max-[236px]:hidden">
        <line x1={HALF} x2={HALF} y1="0" y2="8" stroke="var(--line-input)" />
        <rect
          x={value < 0 ? HALF - length : HALF}
          y="1"
          width={length}
          height="6"
          rx="1"
          fill={`var(--div-${value < 0 ? "n2" : "p2"})`}
        />
      </svg>
      <span className="sr-only">advantage</span>
      <b className="font-semibold tabular-nums">{text}</b>
    </span>
  );
}
