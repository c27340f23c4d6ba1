import type { RunRuleState, RunWatch } from "@/lib/api/contract/watches/run-watches";
import type { RunWatchRecord } from "./run-watch-records";

/** The worst first. */
const ORDER: readonly RunRuleState["state"][] = ["firing", "ended", "unknown", "ok"];

/** Returns a watched run as clients see it. */
export function describeRunWatch({ runId, name, isOver, judgedAt, states }: RunWatchRecord): RunWatch {
  const shown = states.map(({ is_done: _isDone, ...state }) => state);
  return {
    ...{ run_id: runId, name, is_over: isOver, judged_at: judgedAt },
    states: shown.sort((left, right) => ORDER.indexOf(left.state) - ORDER.indexOf(right.state)),
  };
}

/** Returns whether a run counts as firing: it goes on, and nobody acknowledged what fires. */
export function isRunAlarming({ isOver, states }: Pick<RunWatchRecord, "isOver" | "states">): boolean {
  return !isOver && states.some((state) => state.state === "firing" && state.acknowledged_at === null);
}
