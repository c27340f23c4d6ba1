"use client";

import { useState } from "react";
import { RewardSquare } from "@/components/training/trajectories/reward-square";
import { Link } from "@/components/ui/link";
import { plainNumber, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { RolloutGroup } from "@/lib/api/contract/training-runs/training-runs";
import { countOf, formatCount } from "@/lib/format/count";
import { MISSING } from "@/lib/format/missing";
import { formatMetric } from "@/lib/training/metrics/format-metric";
import { RolloutSteps } from "./rollout-steps";

/** The rollouts of a group with their rewards, scores and answers. */
export function RolloutList({ slug, rollouts }: { slug: string } & Pick<RolloutGroup, "rollouts">) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
    <ol tabIndex={0} className="max-h-[420px] overflow-auto outline-offset-[-2px]">
      {rollouts.map((rollout) => (
        <Rollout key={rollout.rollout} slug={slug} rollout={rollout} />
      ))}
    </ol>
  );
}

function Rollout({ slug, rollout }: { slug: string; rollout: RolloutGroup["rollouts"][number] }) {
  const { rollout: place, reward, advantage, answer, steps, error, call_id: callId, finish_reason: reason } = rollout;
  const requests = steps?.filter(({ role }) => role === "assistant").length ?? 0;
  return (
    <li className="grid gap-1 border-b border-line px-4 py-2 text-small last:border-b-0 max-md:px-3">
      <span className="flex items-center gap-2.5 text-micro whitespace-nowrap text-ink-3 tabular-nums">
        <span className="flex items-center gap-1.5 text-small text-ink">
          {reward === null ? null : <RewardSquare value={reward} />}
          {formatMetric("reward", reward)}
        </span>
        {advantage === null ? null : (
          <span title="Advantage within the group">
            advantage {advantage > 0 ? "+" : ""}
            {formatMetric("advantage", advantage)}
          </span>
        )}
        {reward === null && error === null ? <span>no label yet</span> : null}
        {requests > 1 ? <span>{countOf(requests, "request")}</span> : null}
        {reason === "length" ? <span>cut off at max tokens</span> : null}
        {callId === null ? null : (
          <Link
            href={`/${slug}/traces/${encodeURIComponent(callId)}`}
            aria-label={`Trace of rollout ${place + 1}`}
            className="ml-auto text-small text-accent-text hover:underline"
          >
            Trace
          </Link>
        )}
      </span>
      <Scores scores={rollout.scores} />
      {error === null ? (
        <>
          {steps == null ? null : <RolloutSteps steps={steps.slice(0, -1)} />}
          <Answer text={answer ?? ""} />
        </>
      ) : (
        <span className="text-err [overflow-wrap:anywhere]">{error}</span>
      )}
    </li>
  );
}

/** Each score by its name; a single score is shown as the reward only. */
function Scores({ scores }: Pick<RolloutGroup["rollouts"][number], "scores">) {
  const all = Object.entries(scores);
  if (all.length < 2) return null;
  return (
    <span className="flex flex-wrap gap-x-2.5 text-micro text-ink-3 tabular-nums">
      {all.map(([name, value]) => (
        <span key={name} className="[overflow-wrap:anywhere]">
          {name} <b className="font-medium text-ink-2">{scoreText(value)}</b>
        </span>
      ))}
    </span>
  );
}

function scoreText(value: unknown): string {
  if (value === null || value === undefined) return MISSING;
  if (typeof value === "boolean") return value ? "yes" : "no";
  const number = plainNumber(value);
  return typeof number === "number" ? formatMetric("score", number) : stringifyJson(value);
}

const MAX_SHOWN_CHARACTERS = 320;

function Answer({ text }: { text: string }) {
  const [isOpen, setIsOpen] = useState(false);
  if (text === "") return <span className="text-ink-3">empty answer</span>;
  const isLong = text.length > MAX_SHOWN_CHARACTERS;
  return (
    <span className="whitespace-pre-wrap [overflow-wrap:anywhere]">
      {isOpen || !isLong ? text : `${text.slice(0, MAX_SHOWN_CHARACTERS)}…`}
      {isLong ? (
        <button type="button" className="ml-1 text-accent-text hover:underline" onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? "Show less" : `Show all ${formatCount(text.length)} characters`}
        </button>
      ) : null}
    </span>
  );
}
