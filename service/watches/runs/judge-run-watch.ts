import type { RunRule, RunWatchSettings } from "@/lib/api/contract/watches/run-watches";
import type { ServiceState } from "@/service/kernel/state/open-state";
import { eventId } from "@/service/traces/events/event-id";
import type { RunSigns } from "@/service/training/training-runs/reading/run-signs";
import { announce } from "@/service/watches/channels/announce";
import type { WatchLink } from "@/service/watches/rules/watch-link";
import { type EventRecord, WatchRecords } from "@/service/watches/rules/watch-records";
import { followRules, type RuleChange } from "./run-course";
import { judgeRun } from "./run-rules";
import { type RunWatchRecord, RunWatchRecords, watchIdOf } from "./run-watch-records";

/** A run of another program that says nothing for so long is given up. */
const GIVEN_UP_MS = 7 * 86_400_000;

const TITLES: Readonly<Record<RunRule, string>> = {
  silence: "no event",
  not_finite: "NaN",
  kl: "KL",
  entropy: "entropy",
  reward_falls: "reward falls",
  reward_flat: "reward is flat",
  signal: "groups without signal",
  truncated: "truncated answers",
  spend: "spend",
};

interface Look {
  readonly state: ServiceState;
  readonly link: WatchLink;
  readonly nowMs: number;
}

/** The revision makes an event of a run unlike any other, and equal for two services that see the same. */
function eventOf({ runId, projectId }: RunSigns, change: RuleChange, revision: number, nowMs: number): EventRecord {
  const grouped = JSON.stringify(change.rule);
  const watchId = watchIdOf(runId);
  return {
    ...{ id: eventId(watchId, grouped, revision, change.kind), projectId, watchId, grouped, kind: change.kind },
    ...{ atS: Math.floor(nowMs / 1000), value: change.value, calls: 0, sentence: change.sentence },
  };
}

async function tell(
  transaction: ServiceState,
  { projectId, name, runId }: RunSigns,
  event: EventRecord,
  { channelIds, title, link, nowMs }: { channelIds: readonly string[]; title: string; link: WatchLink; nowMs: number },
): Promise<void> {
  const { kind, value, sentence, watchId } = event;
  await announce(transaction, {
    event,
    channelIds,
    dueMs: nowMs,
    notification: {
      ...{
        kind,
        event_id: event.id,
        watch_id: watchId,
        run_id: runId,
        name: `${name}: ${title}`,
        project_id: projectId,
      },
      ...{ group: null, at: new Date(nowMs).toISOString(), value, calls: null, sentence },
      url: link(projectId, watchId),
    },
  });
}

/**
 * Judges a run, and stores states, events and messages together. Nothing is stored when another service was faster.
 *
 * @param before where the rules stood; null for a run that is judged for the first time
 * @returns what is stored now; null when another service was faster
 */
export async function judgeRunWatch(
  { state, link, nowMs }: Look,
  signs: RunSigns,
  settings: RunWatchSettings,
  before: RunWatchRecord | null,
): Promise<RunWatchRecord | null> {
  const { runId, projectId, name, lastEventMs, canBeActedOn } = signs;
  const isOver = signs.isOver || (!canBeActedOn && lastEventMs !== null && nowMs - lastEventMs > GIVEN_UP_MS);
  const at = new Date(nowMs).toISOString();
  const rules = judgeRun({ ...signs, isOver }, settings, nowMs);
  const { states, changes } = followRules(before?.states ?? [], rules, { at, isOver, canBeActedOn });
  const record = { runId, projectId, name, states, isOver, judgedAt: at };
  const revision = (before?.revision ?? 0) + 1;
  return await state.transaction().execute(async (transaction) => {
    if (!(await new RunWatchRecords(transaction).save(record, before?.revision ?? null))) return null;
    const events = new WatchRecords(transaction);
    for (const change of changes) {
      const event = eventOf(signs, change, revision, nowMs);
      const told = { channelIds: settings.channel_ids, title: TITLES[change.rule], link, nowMs };
      if (await events.addEvent(event)) await tell(transaction, signs, event, told);
    }
    if (changes.length > 0) await events.forgetEvents(watchIdOf(runId));
    return { ...record, revision };
  });
}
