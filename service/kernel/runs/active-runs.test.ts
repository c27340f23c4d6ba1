import { expect, it } from "vitest";
import type { RunState } from "@/lib/api/contract/evaluation-runs/run-members";
import type { Lease } from "@/service/kernel/state/leases";
import { ActiveRuns } from "./active-runs";

/** A run that works until it is stopped or interrupted. */
class WaitingRun {
  readonly run: { readonly id: string; readonly state: RunState; readonly isPausing: boolean };
  readonly seen: string[] = [];
  #end: () => void = () => undefined;

  constructor(state: RunState = "running", isPausing = false) {
    this.run = { id: "run", state, isPausing };
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

function leaseOfTest() {
  const losing = new AbortController();
  let isReleased = false;
  const lease: Lease = {
    subject: "run",
    lost: losing.signal,
    release: async () => {
      isReleased = true;
    },
  };
  return { lease, lose: () => losing.abort(), isReleased: () => isReleased };
}

it("lists a run until its work ends, and then reports the end", async () => {
  const runs = new ActiveRuns<WaitingRun>();
  const run = new WaitingRun();
  const { lease, isReleased } = leaseOfTest();
  runs.go(run, lease, () => run.seen.push("ended"));
  const active = runs.get("run");
  expect(active?.run).toBe(run);
  run.rest("paused");
  await active?.ended;
  expect(runs.get("run")).toBeNull();
  expect(run.seen).toEqual(["went", "paused", "ended"]);
  expect(isReleased()).toBe(true);
});

it("keeps a run that was resumed before the end of its previous work was recorded", async () => {
  const runs = new ActiveRuns<WaitingRun>();
  const [before, after] = [new WaitingRun(), new WaitingRun()];
  runs.go(before, leaseOfTest().lease);
  const ended = runs.get("run")?.ended;
  before.rest("paused");
  runs.go(after, leaseOfTest().lease);
  await ended;
  expect(runs.get("run")?.run).toBe(after);
});

it("stops a run that was being stopped before a restart", async () => {
  const runs = new ActiveRuns<WaitingRun>();
  const run = new WaitingRun("stopping");
  runs.go(run, leaseOfTest().lease);
  await runs.get("run")?.ended;
  expect(run.seen).toEqual(["went", "stopped"]);
});

it("interrupts the runs when it is closed, waits for them, and starts no further one", async () => {
  const runs = new ActiveRuns<WaitingRun>();
  const run = new WaitingRun();
  runs.go(run, leaseOfTest().lease);
  await runs.close();
  expect(run.seen).toEqual(["went", "interrupted"]);
  expect(runs.get("run")).toBeNull();
  const late = new WaitingRun();
  runs.go(late, leaseOfTest().lease);
  await runs.get("run")?.ended;
  expect(late.seen).toEqual([]);
  expect(runs.isClosed).toBe(true);
});

it("interrupts a run whose lease is lost, and reports no end: another service continues it", async () => {
  const runs = new ActiveRuns<WaitingRun>();
  const run = new WaitingRun();
  const { lease, lose } = leaseOfTest();
  runs.go(run, lease, () => run.seen.push("ended"));
  const ended = runs.get("run")?.ended;
  lose();
  await ended;
  expect(run.seen).toEqual(["went", "interrupted"]);
  expect(runs.get("run")).toBeNull();
});

it("pauses a run that was asked to pause before its service died", async () => {
  const runs = new ActiveRuns<WaitingRun>();
  const run = new WaitingRun("running", true);
  runs.go(run, leaseOfTest().lease);
  await runs.get("run")?.ended;
  expect(run.seen).toEqual(["went", "paused"]);
});
