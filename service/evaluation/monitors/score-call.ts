import type { MonitorSettings } from "@/lib/api/contract/monitors/monitors";
import { microsNow } from "@/service/evaluation/evaluation-runs/stored/call-parts-of";
import { type ScorerRun, scoreAnswer } from "@/service/evaluation/evaluation-runs/trials/run-trial";
import { costOf } from "@/service/evaluation/evaluation-runs/trials/store-trial";
import type { Identity } from "@/service/kernel/access/identity";
import type { ProviderDirectory } from "@/service/kernel/providers/provider-directory";
import type { SpendingGate } from "@/service/traces/handlers/spending-gate";
import type { ProjectPrices } from "@/service/traces/store/prices/prices";
import type { LiveCall } from "./live-call";

/** Of one request to a judge. */
const JUDGE_TIMEOUT_S = 120;
const JUDGE_RETRIES = 2;

export interface JudgeAccess {
  readonly providers: ProviderDirectory;
  readonly identity: Identity;
  readonly spending: SpendingGate;
  readonly projectId: string;
}

/**
 * Runs all scorers on a call. The failure of one is a result, and leaves the others.
 *
 * @throws AbortError when it was interrupted, BudgetReachedError
 */
export async function scoreCall(
  access: JudgeAccess,
  { scorers }: Pick<MonitorSettings, "scorers">,
  call: LiveCall,
  signal: AbortSignal,
): Promise<ScorerRun[]> {
  const { problem } = call;
  if (problem !== null) {
    const now = microsNow();
    const failed = { startedMicros: now, endedMicros: now, score: null, error: problem, completions: [] };
    return scorers.map((scorer) => ({ scorer, ...failed }));
  }
  const plan = {
    access: { ...access, timeoutSeconds: JUDGE_TIMEOUT_S, retries: JUDGE_RETRIES },
    baselineOf: () => null,
  };
  const row = { position: 0, digest: call.id, row: call.row };
  return await Promise.all(scorers.map((scorer) => scoreAnswer(plan, scorer, call.output, row, 0, signal)));
}

/** Returns what the judges of a call cost; null when one has no price. */
export function costOfScoring(runs: readonly ScorerRun[], prices: ProjectPrices): number | null {
  return runs
    .flatMap(({ completions }) => completions)
    .map(({ usage }) => costOf(usage, prices))
    .reduce<number | null>((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0);
}
