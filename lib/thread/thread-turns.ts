import type { Call } from "@/lib/api/contract/calls/calls";
import { callDurationMs, callKind, callName, callStatus, usageTotal } from "@/lib/calls/call-facts";
import { isRewoundTurn } from "@/lib/calls/linked-threads";
import { traceUsage } from "@/lib/calls/trace-usage";
import type { Status } from "@/lib/format/status";
import { parseTime } from "@/lib/format/time";
import { hasInventedTimes } from "./invented-times";

/** A tool that was used in a turn. */
export interface TurnTool {
  readonly id: string;
  readonly name: string;
  readonly status: Status;
  readonly durationMs: number | null;
}

/** One turn of a conversation, from its turn call and the calls inside of it. */
export interface Turn {
  readonly id: string;
  /** Counts from 1 in the order of starts. */
  readonly number: number;
  readonly name: string;
  readonly status: Status;
  readonly exception: string | null;
  /** An import without times invented the turn's times. */
  readonly hasInventedTimes: boolean;
  /** The user went back behind it, so that the conversation left it. */
  readonly isRewound: boolean;
  readonly startedMs: number | null;
  readonly endedMs: number | null;
  readonly durationMs: number | null;
  readonly tokensIn: number | null;
  readonly tokensOut: number | null;
  readonly costUsd: number | null;
  readonly tools: readonly TurnTool[];
  /** The first and the last model call inside, which have the text of a turn without its own. */
  readonly firstModelId: string | null;
  readonly lastModelId: string | null;
}

/** Returns the turns of a thread in the order of their starts, from all its calls. */
export function threadTurns(calls: readonly Call[], nowMs: number): readonly Turn[] {
  const inside = new Map<string, Call[]>();
  for (const call of calls) {
    const known = inside.get(call.turn_id ?? "");
    if (known) known.push(call);
    else inside.set(call.turn_id ?? "", [call]);
  }
  return calls
    .filter((call) => call.id === call.turn_id)
    .map((turn) => ({ turn, startedMs: parseTime(turn.started_at) }))
    .sort((left, right) => (left.startedMs ?? 0) - (right.startedMs ?? 0))
    .map(({ turn, startedMs }, index) => {
      const own = inside.get(turn.id) ?? [turn];
      const models = own.filter((call) => call.id !== turn.id && callKind(call) === "llm");
      return {
        id: turn.id,
        number: index + 1,
        name: callName(turn),
        status: callStatus(turn),
        exception: turn.exception || null,
        hasInventedTimes: hasInventedTimes(turn),
        isRewound: isRewoundTurn(turn),
        startedMs,
        endedMs: parseTime(turn.ended_at),
        durationMs: callDurationMs(turn, nowMs),
        ...traceUsage(own),
        tools: toolsOf(own, turn.id, nowMs),
        firstModelId: models[0]?.id ?? null,
        lastModelId: models.at(-1)?.id ?? null,
      };
    });
}

function toolsOf(calls: readonly Call[], turnId: string, nowMs: number): readonly TurnTool[] {
  return calls
    .filter((call) => call.id !== turnId && callKind(call) === "tool")
    .map((call) => ({
      id: call.id,
      name: callName(call),
      status: callStatus(call),
      durationMs: callDurationMs(call, nowMs),
    }));
}

/** The combined figures of a thread's turns. */
export interface ThreadFigures {
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
  readonly longestMs: number;
  readonly tokensIn: number | null;
  readonly tokensOut: number | null;
  readonly costUsd: number | null;
  readonly startedMs: number | null;
  /** When the last turn ended, or was seen running. */
  readonly endedMs: number | null;
}

/** Quantiles as the service computes them: finished turns, linear between neighbors. */
export function threadFigures(turns: readonly Turn[]): ThreadFigures {
  const finished = turns
    .flatMap((turn) => (turn.endedMs === null || turn.durationMs === null ? [] : [turn.durationMs]))
    .sort((left, right) => left - right);
  const times = turns.flatMap((turn) => turn.endedMs ?? turn.startedMs ?? []);
  return {
    p50Ms: quantile(finished, 0.5),
    p99Ms: quantile(finished, 0.99),
    longestMs: Math.max(0, ...turns.map((turn) => turn.durationMs ?? 0)),
    ...usageTotal(turns),
    startedMs: turns[0]?.startedMs ?? null,
    endedMs: times.length === 0 ? null : Math.max(...times),
  };
}

function quantile(sorted: readonly number[], share: number): number | null {
  const position = share * (sorted.length - 1);
  const low = sorted[Math.floor(position)];
  const high = sorted[Math.ceil(position)];
  return low === undefined || high === undefined ? null : low + (high - low) * (position - Math.floor(position));
}

/** How much slower than the median a turn is before it counts as an outlier. */
const SLOW_FACTOR = 1.5;

/** Returns whether a turn is among the slowest hundredth and also took much longer than the median. */
export function isSlowTurn(turn: Turn, { p50Ms, p99Ms }: ThreadFigures): boolean {
  if (turn.endedMs === null || turn.durationMs === null || p50Ms === null || p99Ms === null) return false;
  return turn.durationMs >= p99Ms && turn.durationMs > p50Ms * SLOW_FACTOR;
}

/** With so few turns folding saves nothing. */
const MIN_TURNS_FOR_SLOW = 4;

/** Quick turns between the first and the last are one line until they are opened. */
export function isQuickTurn(turn: Turn, turns: readonly Turn[], { p50Ms }: ThreadFigures): boolean {
  if (turns.length <= MIN_TURNS_FOR_SLOW || turn.number === 1 || turn.number === turns.length) return false;
  if (turn.status === "error" || turn.endedMs === null || turn.durationMs === null || p50Ms === null) return false;
  return turn.durationMs < p50Ms;
}
