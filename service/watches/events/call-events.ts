import { parseRef } from "@/service/kernel/json/refs";
import type { ServiceState } from "@/service/kernel/state/open-state";
import { eventId } from "@/service/traces/events/event-id";
import type { ProductEvent } from "@/service/traces/events/product-event";
import { storeEvent } from "@/service/traces/events/record-event";
import {
  type CallCursor,
  type SubscriptionRecord,
  SubscriptionRecords,
} from "@/service/traces/events/subscription-records";
import type { Services } from "@/service/traces/handlers/handler";
import { engineTimeOf, toWireTime } from "@/service/traces/store/engine/timestamps";
import { type EndedCall, readEndedCalls, type WantedCalls } from "@/service/traces/store/monitors/ended-calls";
import { readNewestPlace } from "@/service/traces/store/monitors/monitored-calls";

const DAY_MS = 86_400_000;
/** A call that was stored this long after its end is not news. */
const LATE_MS = DAY_MS;
/** A call may run for this long. */
const MAX_DURATION_MS = 30 * DAY_MS;
/** Calls that are read at a time. */
const BATCH_SIZE = 100;
/** Batches of one look: others wait for their turn. */
const MAX_BATCHES = 10;
/** While so many messages wait, those of later calls stay in the calls: nothing piles up for a receiver that is away. */
const MAX_WAITING = 1000;

/** A place that moved only in time is stored this often. */
const MOVE_EVERY_MS = 10 * 60_000;

/** What a look at calls needs. */
interface CallLook {
  readonly services: Pick<Services, "taskStore">;
  readonly state: ServiceState;
  readonly signal: AbortSignal;
  readonly nowMs: number;
}

/** Returns which ended calls a subscription is about; null for none. */
export function wantedCalls({
  projectId,
  kinds,
  settings,
}: Pick<SubscriptionRecord, "projectId" | "kinds" | "settings">): WantedCalls | null {
  const { filter, query } = settings;
  const failed = kinds.includes("call.failed") ? { projectId, filter, query } : null;
  const hasEvaluations = kinds.includes("evaluation.ended");
  return failed === null && !hasEvaluations ? null : { failed, hasEvaluations };
}

/** Returns the place after all calls that are stored now. */
export async function cursorNow(
  { services, signal, nowMs }: Omit<CallLook, "state">,
  projectId: string,
): Promise<CallCursor> {
  return { ...(await readNewestPlace(services.taskStore, projectId, signal)), atMs: nowMs };
}

/**
 * Stores the events of the calls that have ended since a subscription looked last. They follow from what is stored: events
 * and the place of the last one are stored together, and only from the place that was read, so that each is stored once
 * whatever ends in between.
 */
export async function followCalls(look: CallLook, subscription: SubscriptionRecord): Promise<void> {
  const wanted = wantedCalls(subscription);
  if (wanted === null) return;
  let current = subscription;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const next = await followBatch(look, current, wanted);
    if (next === null) return;
    current = { ...current, cursor: next, problem: null };
  }
}

/** Returns where it is now; null when there is nothing more to do in this look. */
async function followBatch(
  look: CallLook,
  subscription: SubscriptionRecord,
  wanted: WantedCalls,
): Promise<CallCursor | null> {
  const { services, state, signal, nowMs } = look;
  const { projectId, cursor } = subscription;
  if (cursor === null) {
    await new SubscriptionRecords(state).moveOn(subscription, await cursorNow(look, projectId));
    return null;
  }
  const room = MAX_WAITING - (await countWaiting(state, subscription.id));
  if (room <= 0) return null;
  const limit = Math.min(BATCH_SIZE, room);
  const since = {
    started: engineTimeOf((cursor.atMs - MAX_DURATION_MS) * 1000),
    ended: engineTimeOf((cursor.atMs - LATE_MS) * 1000),
  };
  const calls = await readEndedCalls(services.taskStore, projectId, wanted, { after: cursor, since, limit }, signal);
  const isWhole = calls.length < limit;
  const last = calls.at(-1);
  if (last === undefined && subscription.problem === null && nowMs - cursor.atMs < MOVE_EVERY_MS) return null;
  const { commit, id } = last ?? cursor;
  const to = { commit, id, atMs: isWhole ? nowMs : cursor.atMs };
  const isMoved = await state.transaction().execute(async (transaction) => {
    // Another service was faster, or the subscription was changed.
    if (!(await new SubscriptionRecords(transaction).moveOn(subscription, to))) return false;
    for (const call of calls)
      for (const event of eventsOf(projectId, call)) await storeEvent(transaction, event, [subscription], nowMs);
    return true;
  });
  return isMoved && !isWhole ? to : null;
}

async function countWaiting(state: ServiceState, subscriptionId: string): Promise<number> {
  const { count } = await state
    .selectFrom("watch_delivery")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("state", "=", "waiting")
    .where("subscription_id", "=", subscriptionId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

const shortName = (opName: string): string => {
  const ref = parseRef(opName);
  return ref?.kind === "op" ? ref.name : opName;
};

const EVALUATION_WORDS: Readonly<Record<Exclude<EndedCall["evaluation"], "">, string>> = {
  finished: "finished",
  unsummarized: "ended without a summary",
  cancelled: "was cancelled",
  failed: "failed",
};

function eventsOf(projectId: string, call: EndedCall): readonly ProductEvent[] {
  const times = { started_at: toWireTime(call.startedAt), ended_at: toWireTime(call.endedAt) };
  const ids = { id: call.id, trace_id: call.traceId };
  const common = {
    project_id: projectId,
    at: times.ended_at,
    path: `r/call/${encodeURIComponent(call.id)}`,
  };
  const events: ProductEvent[] = [];
  if (call.isFailed === 1) {
    const name = shortName(call.opName);
    events.push({
      ...{ ...common, kind: "call.failed", event_id: eventId("call.failed", projectId, call.id), name },
      ...{ sentence: `A call of ${name} failed`, subject: { call: { ...ids, op_name: name, ...times } } },
    });
  }
  if (call.evaluation !== "") {
    const ref = parseRef(call.evaluationRef);
    const name = call.displayName || (ref?.kind === "object" ? ref.name : "Evaluation");
    const evaluation = { ...ids, evaluation_ref: call.evaluationRef || null, state: call.evaluation, ...times };
    events.push({
      ...{ ...common, kind: "evaluation.ended", event_id: eventId("evaluation.ended", projectId, call.id), name },
      ...{ sentence: `Evaluation ${name} ${EVALUATION_WORDS[call.evaluation]}`, subject: { evaluation } },
    });
  }
  return events;
}
