import type { ImportedTurn, ModelStep, ToolStep } from "./imported-conversation";

/** Durations of calls and of the user's pauses where a file has no times. */
const MODEL_CALL_MS = 2_000;
const TOOL_CALL_MS = 500;
const USER_PAUSE_MS = 10_000;

export interface TimeSpan {
  readonly startedMs: number;
  readonly endedMs: number;
}

/** The times that a file has of a conversation. */
export interface SavedTimes {
  readonly startedMs: number;
  /** Null where the file does not say it. */
  readonly endedMs: number | null;
  /** When a message was generated, by its index. */
  readonly messages: ReadonlyMap<number, TimeSpan>;
}

/** `estimated`: between times that the file has. */
export type TimeOrigin = "saved" | "estimated" | "invented";

interface StepTime extends TimeSpan {
  readonly origin: TimeOrigin;
}

/** The times of a turn, and of its steps in their order. */
export interface TurnTimes extends TimeSpan {
  readonly origin: TimeOrigin;
  readonly steps: readonly StepTime[];
}

type Step = ModelStep | ToolStep;

const usualMs = (step: Step) => (step.kind === "model" ? MODEL_CALL_MS : TOOL_CALL_MS);

/** Evenly spaced times from an invented start. */
export function inventedTimes(turns: readonly ImportedTurn[], startedMs: number): readonly TurnTimes[] {
  let clockMs = startedMs;
  return turns.map(({ steps }) => {
    const beganMs = clockMs;
    const own = steps.map((step): StepTime => {
      const from = clockMs;
      clockMs += usualMs(step);
      return { startedMs: from, endedMs: clockMs, origin: "invented" };
    });
    const endedMs = clockMs;
    clockMs += USER_PAUSE_MS;
    return { startedMs: beganMs, endedMs, origin: "invented", steps: own };
  });
}

/** The saved times; steps without one divide the time between their neighbours as their usual durations. */
export function savedTimes(turns: readonly ImportedTurn[], saved: SavedTimes): readonly TurnTimes[] {
  const all = turns.flatMap(({ steps }) => steps);
  const known = knownTimes(all, saved);
  const times: StepTime[] = [];
  let clockMs = saved.startedMs;
  for (let at = 0; at < all.length; ) {
    const own = known[at];
    if (own) {
      times.push({ ...own, origin: "saved" });
      clockMs = Math.max(clockMs, own.endedMs);
      at += 1;
      continue;
    }
    const next = known.findIndex((one, index) => index > at && one !== undefined);
    const gap = all.slice(at, next < 0 ? all.length : next);
    const usual = gap.reduce((sum, step) => sum + usualMs(step), 0);
    const limitMs = next < 0 ? (saved.endedMs ?? clockMs + usual) : (known[next]?.startedMs ?? clockMs);
    const share = Math.max(0, limitMs - clockMs) / usual;
    for (const step of gap) {
      const endedMs = clockMs + usualMs(step) * share;
      times.push({ startedMs: Math.round(clockMs), endedMs: Math.round(endedMs), origin: "estimated" });
      clockMs = endedMs;
    }
    at += gap.length;
  }
  let next = 0;
  let lastMs = saved.startedMs;
  return turns.map(({ steps }, index) => {
    const own = times.slice(next, next + steps.length);
    next += steps.length;
    const startedMs = index === 0 ? saved.startedMs : (own[0]?.startedMs ?? lastMs);
    lastMs = Math.max(startedMs, ...own.map(({ endedMs }) => endedMs));
    return { startedMs, endedMs: lastMs, origin: own[0]?.origin ?? "estimated", steps: own };
  });
}

/** A conversation with one call has the time of the whole. */
function knownTimes(all: readonly Step[], { startedMs, endedMs, messages }: SavedTimes): (TimeSpan | undefined)[] {
  if (all.length === 1 && messages.size === 0 && endedMs !== null) return [{ startedMs, endedMs }];
  return all.map(({ index }) => messages.get(index));
}
