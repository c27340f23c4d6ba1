import type { z } from "zod";
import type { feedbackCreate } from "@/lib/api/contract/feedback/feedback";
import { type AgentVersion, agentVersions } from "./agent-versions";
import { Random } from "./random";
import type { SampleCall } from "./sample-call";
import { caseId, sampleCase } from "./sample-cases";
import { type SampleRefs, type SampleSpec, sampleId } from "./sample-project";
import { type SampleMessage, TurnWriter } from "./sample-turn";

export type SampleFeedback = z.input<typeof feedbackCreate>;

/** A conversation: its calls, each before its children, and the feedback of people and the scorer. */
export interface SampleThread {
  readonly threadId: string;
  readonly calls: readonly SampleCall[];
  readonly feedback: readonly SampleFeedback[];
  readonly reward: 0 | 1;
}

const HOUR_MS = 3_600_000;
const DAYS = 7;

const GOLDEN_RATIO = (1 + Math.sqrt(5)) / 2;

/** Offset from the seeds of conversations, so that no two draw the same numbers. */
const CASE_TIME_SEEDS = 700_000_001;

/** No conversation takes longer than this, so the newest begins this long before the end. */
const MAX_THREAD_MS = 20 * 60_000;

/** The flight search was down for half a day, the day before yesterday. */
const OUTAGE_HOURS_AGO = { from: 42, to: 30 } as const;

/** The third version went to one in five conversations first, two and a half days ago, and to all a day later. */
function versionAt(hoursAgo: number, random: Random): AgentVersion {
  const [first, second, third] = agentVersions;
  const isEarly = random.isTrue(0.2);
  if (hoursAgo > 108) return first;
  if (hoursAgo > 60) return second;
  return hoursAgo > 36 && !isEarly ? second : third;
}

const praise = ["Polite and quick.", "Exactly what the policy says.", "Good use of the tools."] as const;
const blame = ["Wrong price.", "It should have asked first.", "Did not read the reservation."] as const;

function feedbackOf(spec: SampleSpec, random: Random, thread: { id: string; turnId: string; reward: 0 | 1 }) {
  const about = { project_id: spec.projectId, weave_ref: `weave:///${spec.projectId}/call/${thread.turnId}` };
  const idOf = (what: string) => sampleId(spec, `${thread.id}/feedback/${what}`);
  const all: SampleFeedback[] = [
    {
      ...about,
      id: idOf("reward"),
      feedback_type: "reward",
      payload: { value: thread.reward, thread_id: thread.id },
    },
  ];
  const isGood = thread.reward === 1;
  if (random.isTrue(0.12)) {
    const payload = { emoji: isGood ? "👍" : "👎" };
    all.push({ ...about, id: idOf("reaction"), feedback_type: "wandb.reaction.1", payload });
  }
  if (random.isTrue(0.04)) {
    const payload = { note: random.pick(isGood ? praise : blame) };
    all.push({ ...about, id: idOf("note"), feedback_type: "wandb.note.1", payload });
  }
  return all;
}

/** The number of trials of each case, all by the same version of the agent. */
export const TRIALS_PER_CASE = 4;

/** The time between the starts of two trials of a case. */
const TRIAL_GAP_MS = 7 * 60_000;

/** The time of the last trial of a case, and the agent of all its trials. */
function caseTime(spec: SampleSpec, index: number): { readonly agoMs: number; readonly version: AgentVersion } {
  const random = new Random(spec.seed + CASE_TIME_SEEDS + index * 7919);
  // Spreads the few cases evenly: multiples of the golden ratio leave no gaps.
  const spread = (index * GOLDEN_RATIO) % 1;
  // More of the conversations are of the last day than of the first. Roots are exact, other powers are not everywhere.
  const share = spread * Math.sqrt(Math.sqrt(spread));
  const agoMs = MAX_THREAD_MS + Math.round(share * (DAYS * 24 * HOUR_MS - MAX_THREAD_MS));
  return { agoMs, version: versionAt(agoMs / HOUR_MS, random) };
}

function createThread(spec: SampleSpec, refs: SampleRefs, index: number): SampleThread {
  // A separate stream of numbers, so that a change of one conversation does not affect the others.
  const random = new Random(spec.seed + index * 7919);
  const caseIndex = Math.floor(index / TRIALS_PER_CASE);
  const trial = (index % TRIALS_PER_CASE) + 1;
  const { agoMs: lastAgoMs, version } = caseTime(spec, caseIndex);
  const agoMs = lastAgoMs + (TRIALS_PER_CASE - trial) * TRIAL_GAP_MS;
  const hoursAgo = agoMs / HOUR_MS;
  const isOutage = hoursAgo <= OUTAGE_HOURS_AGO.from && hoursAgo >= OUTAGE_HOURS_AGO.to;
  const isSolvable = random.between(1, 100) <= version.solvedPercent;
  const { isConfirming } = version;
  const { intent, customer, turns } = sampleCase(spec.seed, caseIndex, { isConfirming, isSolved: isSolvable });
  const id = `airline-${String(index + 1).padStart(4, "0")}`;
  const attributes = {
    env: random.isTrue(0.9) ? "prod" : "staging",
    agent: { version: version.name },
    task_id: caseId(caseIndex),
    trial,
    intent,
    channel: random.pick(["web", "app", "phone"]),
    user: customer.user_id,
    sample: true,
  };
  const calls: SampleCall[] = [];
  let messages: readonly SampleMessage[] = [{ role: "system", content: version.prompt }];
  let clockMs = spec.endedAtMs - agoMs;
  let lastTurnId = "";
  let isGivenUp = false;
  for (const [turn, caseTurn] of turns.entries()) {
    const idOf = (what: string) => sampleId(spec, `${id}/${turn}/${what}`);
    lastTurnId = idOf("turn");
    const shared = { project_id: spec.projectId, trace_id: idOf("trace"), thread_id: id, turn_id: lastTurnId };
    const timeoutShare = isOutage ? 0.75 : 0.01;
    const writer = new TurnWriter({ random, version, refs, shared, attributes, idOf, timeoutShare }, messages, clockMs);
    writer.write(caseTurn, turn === 0 || random.isTrue(0.3));
    calls.push(...writer.calls);
    ({ messages } = writer);
    isGivenUp = writer.exception !== null;
    if (isGivenUp) break;
    clockMs = writer.clockMs + random.between(3_000, 45_000);
  }
  const reward = isSolvable && !isGivenUp ? 1 : 0;
  return {
    threadId: id,
    calls,
    feedback: feedbackOf(spec, random, { id, turnId: lastTurnId, reward }),
    reward,
  };
}

/** Yields the conversations of a sample, in no order of time. The same project and refs give the same bytes. */
export function* sampleThreads(spec: SampleSpec, refs: SampleRefs): Generator<SampleThread> {
  for (let index = 0; index < spec.threadCount; index += 1) yield createThread(spec, refs, index);
}
