import { expect, it } from "vitest";
import type { RunState } from "@/lib/api/contract/evaluation-runs/run-members";
import { ActiveRuns } from "./active-runs";

/** A run that works until it is told to rest or is interrupted. */
class WaitingRun {
  readonly run: { readonly id: string; readonly state: RunState };
  readonly seen: string[] = [];
  #end: () => void = () => undefined;

  constructor(state: RunState = "running") {
    this.run = { id: "run", state };
  }

  go(): Promise<void> {
    this.seen.push("went");
    return new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  rest(state: RunState): void {
    this.seen.push(state);
    this.#end();
  }

  interrupt(): void {
    this.seen.push("interrupted");
    this.#end();
  }
}

it("knows a run until it rests, and says then that it has ended", async () => {
  const runs = new ActiveRuns<WaitingRun>();
  const run = new WaitingRun();
  runs.go(run, () => run.seen.push("ended"));
  const active = runs.get("run");
  expect(active?.run).toBe(run);
  run.rest("paused");
  await active?.ended;
  expect(runs.get("run")).toBeNull();
  expect(run.seen).toEqual(["went", "paused", "ended"]);
});

it("stops a run that was being stopped before a restart", async () => {
  const runs = new ActiveRuns<WaitingRun>();
  const run = new WaitingRun("stopping");
  runs.go(run);
  await runs.get("run")?.ended;
  expect(run.seen).toEqual(["went", "stopped"]);
});

it("interrupts the runs when it is closed, waits for them, and lets no further one work", async () => {
  const runs = new ActiveRuns<WaitingRun>();
  const run = new WaitingRun();
  runs.go(run);
  await runs.close();
  expect(run.seen).toEqual(["went", "interrupted"]);
  expect(runs.get("run")).toBeNull();
  const late = new WaitingRun();
  runs.go(late);
  await runs.get("run")?.ended;
  expect(late.seen).toEqual([]);
  expect(runs.isClosed).toBe(true);
});
