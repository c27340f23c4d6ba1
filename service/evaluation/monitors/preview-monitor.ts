import { v7 as uuid7 } from "uuid";
import type { MonitorPreview, MonitorSettings } from "@/lib/api/contract/monitors/monitors";
import type { Services } from "@/service/traces/handlers/handler";
import { toWireTime } from "@/service/traces/store/engine/timestamps";
import { readRecentCalls } from "@/service/traces/store/monitors/monitored-calls";
import { readProjectPrices } from "@/service/traces/store/prices/prices";
import { checkMonitor } from "./check-monitor";
import { readLiveCalls } from "./live-call";
import { costOfScoring, type JudgeAccess, scoreCall } from "./score-call";
import { storePreview } from "./store-scores";

const PREVIEWED_CALLS = 3;

/** Runs the scorers on the newest calls that match. Stores the judges' requests, and no score. */
export async function previewMonitor(
  services: Services,
  projectId: string,
  settings: MonitorSettings,
  access: JudgeAccess,
  signal: AbortSignal,
): Promise<MonitorPreview> {
  const prices = await readProjectPrices(services.store, projectId, { signal });
  checkMonitor(projectId, settings, prices, access);
  const calls = { projectId, filter: settings.filter, query: settings.query };
  const keys = await readRecentCalls(services.store, calls, PREVIEWED_CALLS, signal);
  const recent = await readLiveCalls(services.store, projectId, keys, signal);
  const scored = await Promise.all(
    recent.map(async (call) => ({ call, runs: await scoreCall(access, settings, call, signal) })),
  );
  const completions = scored.flatMap(({ runs }) => runs.flatMap((run) => run.completions));
  const { userId } = access.identity;
  await storePreview(services, { projectId, userId, previewId: uuid7() }, completions);
  return {
    calls: scored.map(({ call, runs }) => ({
      call_id: call.id,
      op_name: call.opName,
      started_at: toWireTime(call.startedAt),
      output: call.output,
      scores: runs.map(({ scorer, score, error }) => ({ name: scorer.name, score, error })),
      cost_usd: costOfScoring(runs, prices),
    })),
  };
}
