import { defineOperation } from "@/lib/api/contract/operation/operation-row";
import {
  runWatchAcknowledge,
  runWatchDetail,
  runWatchesList,
  runWatchesResult,
  runWatchRead,
  runWatchSave,
} from "./run-watches";

const PROJECT_ID = "demo/airline";
const RUN_ID = "019aa1c0-2f6e-7d0e-8c55-6a1d3f0a7b34";
const AT = "2026-11-20T11:20:00.000Z";

const WATCH = {
  run_id: RUN_ID,
  name: "policy",
  is_over: false,
  judged_at: AT,
  states: [
    {
      rule: "entropy" as const,
      state: "firing" as const,
      since: AT,
      value: 0.21,
      sentence: "Entropy 0.21 over the last 5 iterations, 21% of 1.02 at the beginning",
      action: "stop" as const,
      acknowledged_at: null,
      acknowledged_by: null,
      note: "",
    },
  ],
};

const SETTINGS = { is_on: true, rules: { entropy: { is_on: true, level: 0.5, action: "stop" as const } } };

const DETAIL = {
  run_id: RUN_ID,
  settings: SETTINGS,
  levels: { entropy: 0.5 },
  is_of_project: false,
  watch: WATCH,
};

const BY_ID = { project_id: PROJECT_ID, run_id: RUN_ID };

/** Watches of training runs, on by default. */
export const runWatchOperations = {
  "runWatches.list": defineOperation({
    id: "runWatches.list",
    title: "Watched training runs",
    summary: "Lists training runs that are watched, with the rules that fire.",
    path: "/run_watches/list",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: runWatchesList },
    result: { kind: "json", schema: runWatchesResult },
    standing: "extension",
    gaps: ["watches"],
    example: { body: { project_id: PROJECT_ID }, result: { runs: [WATCH], firing_count: 1 } },
  }),
  "runWatches.read": defineOperation({
    id: "runWatches.read",
    title: "What is watched of a training run",
    summary: "Returns the rules that apply to a training run, and where they stand.",
    path: "/run_watches/read",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: runWatchRead },
    result: { kind: "json", schema: runWatchDetail },
    standing: "extension",
    gaps: ["watches"],
    example: { body: BY_ID, result: DETAIL },
  }),
  "runWatches.save": defineOperation({
    id: "runWatches.save",
    title: "Change what is watched of training runs",
    summary: "Sets the rules of one training run, or of all runs of the project.",
    path: "/run_watches/save",
    auth: "basic",
    effect: "write",
    body: { kind: "json", schema: runWatchSave },
    result: { kind: "json", schema: runWatchDetail },
    standing: "extension",
    gaps: ["watches"],
    example: { body: { ...BY_ID, settings: SETTINGS }, result: DETAIL },
  }),
  "runWatches.acknowledge": defineOperation({
    id: "runWatches.acknowledge",
    title: "Acknowledge what fires in a training run",
    summary: "Says that a user looks at what fires in a training run, with a note.",
    path: "/run_watches/acknowledge",
    auth: "basic",
    effect: "write",
    body: { kind: "json", schema: runWatchAcknowledge },
    result: { kind: "json", schema: runWatchDetail },
    standing: "extension",
    gaps: ["watches"],
    example: { body: { ...BY_ID, note: "The learning rate was too high" }, result: DETAIL },
  }),
};
