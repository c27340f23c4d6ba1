import { modelLimits } from "@/lib/api/contract/operation/limits";
import { defineOperation } from "@/lib/api/contract/operation/operation-row";
import {
  monitor,
  monitorById,
  monitorDeleted,
  monitorDraft,
  monitorEstimate,
  monitorPreview,
  monitorSave,
  monitorSwitch,
  monitorsList,
  monitorsOfProject,
} from "./monitors";

const PROJECT_ID = "demo/airline";
const MONITOR_ID = "019aa1c0-2f6e-7d0e-8c55-6a1d3f0a7b31";

const SETTINGS = {
  name: "Polite answers",
  query_text: "op:airline_agent.turn",
  filter: { op_names: ["airline_agent.turn"] },
  rate_percent: 10,
  scorers: [{ kind: "contains", name: "thanks", texts: ["thank"], fold_case: true }],
  max_calls_per_day: 500,
};

const MONITOR = {
  id: MONITOR_ID,
  state: "on",
  reason: null,
  created_at: "2026-11-20T14:33:00.000Z",
  created_by: "ada",
  updated_at: "2026-11-20T14:33:00.000Z",
  ref: "weave:///demo/airline/object/Polite-answers:YWmX",
  settings: SETTINGS,
  today: { calls: 41, failed: 0, cost_usd: 0, unpriced_calls: 0 },
  scorers: [{ name: "thanks", mean: 0.8, scored: 41, failed: 0, last_error: null }],
  counted_calls: 41,
  latest: [
    {
      call_id: "0199a7c2-6b1e-7f4a-8c3d-5e2f1a0b9c8d",
      at: "2026-11-20T14:40:00.000Z",
      scores: { thanks: true },
      errors: {},
      cost_usd: 0,
    },
  ],
};

/** Monitors: scorers that the service runs on a sample of the calls that are logged. */
export const monitorOperations = {
  "monitors.list": defineOperation({
    id: "monitors.list",
    title: "Monitors",
    summary: "Lists the monitors of a project with their last scores, failures and what they spent today.",
    path: "/monitors/list",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: monitorsOfProject },
    result: { kind: "json", schema: monitorsList },
    standing: "extension",
    gaps: ["monitors"],
    example: { body: { project_id: PROJECT_ID }, result: { monitors: [MONITOR] } },
  }),
  "monitors.estimate": defineOperation({
    id: "monitors.estimate",
    title: "Estimate of a monitor",
    summary: "Checks the settings of a monitor, and estimates what the last seven days would have cost.",
    path: "/monitors/estimate",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: monitorDraft },
    result: { kind: "json", schema: monitorEstimate },
    standing: "extension",
    gaps: ["monitors"],
    example: {
      body: { project_id: PROJECT_ID, settings: SETTINGS },
      result: {
        matching_calls: 12_400,
        sampled_calls: 1240,
        scored_calls: 1240,
        cost_per_call_usd: 0,
        cost_usd: 0,
        unpriced_models: [],
        basis: "none",
        columns: ["message"],
      },
    },
  }),
  "monitors.preview": defineOperation({
    id: "monitors.preview",
    title: "Preview of a monitor",
    summary: "Runs the scorers of a monitor on the three newest calls that match. Stores only the judges' requests.",
    path: "/monitors/preview",
    auth: "basic",
    effect: "write",
    body: { kind: "json", schema: monitorDraft },
    result: { kind: "json", schema: monitorPreview },
    standing: "extension",
    limits: modelLimits,
    gaps: ["monitors"],
    example: {
      body: { project_id: PROJECT_ID, settings: SETTINGS },
      result: {
        calls: [
          {
            call_id: "0199a7c2-6b1e-7f4a-8c3d-5e2f1a0b9c8d",
            op_name: "airline_agent.turn",
            started_at: "2026-11-20T14:30:00.000Z",
            output: "Thank you",
            scores: [{ name: "thanks", score: true, error: null }],
            cost_usd: 0,
          },
        ],
      },
    },
  }),
  "monitors.save": defineOperation({
    id: "monitors.save",
    title: "Save a monitor",
    summary: "Creates a monitor or changes one, and publishes it as a Monitor object.",
    path: "/monitors/save",
    auth: "basic",
    effect: "write",
    body: { kind: "json", schema: monitorSave },
    result: { kind: "json", schema: monitor },
    standing: "extension",
    gaps: ["monitors"],
    example: { body: { project_id: PROJECT_ID, settings: SETTINGS, is_on: true }, result: MONITOR },
  }),
  "monitors.switch": defineOperation({
    id: "monitors.switch",
    title: "Switch a monitor",
    summary: "Switches a monitor on or off. One that is switched on scores the calls that end from then on.",
    path: "/monitors/switch",
    auth: "basic",
    effect: "write",
    body: { kind: "json", schema: monitorSwitch },
    result: { kind: "json", schema: monitor },
    standing: "extension",
    gaps: ["monitors"],
    example: {
      body: { project_id: PROJECT_ID, monitor_id: MONITOR_ID, is_on: false },
      result: { ...MONITOR, state: "off" },
    },
  }),
  "monitors.delete": defineOperation({
    id: "monitors.delete",
    title: "Delete a monitor",
    summary: "Deletes a monitor. The scores that it gave stay.",
    path: "/monitors/delete",
    auth: "basic",
    effect: "write",
    scope: "admin",
    body: { kind: "json", schema: monitorById },
    result: { kind: "json", schema: monitorDeleted },
    standing: "extension",
    gaps: ["monitors"],
    example: { body: { project_id: PROJECT_ID, monitor_id: MONITOR_ID }, result: {} },
  }),
};
