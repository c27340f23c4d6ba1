import { defineOperation } from "@/lib/api/contract/operation/operation-row";
import {
  watch,
  watchAcknowledge,
  watchById,
  watchDeleted,
  watchDetail,
  watchDraft,
  watchesList,
  watchesOfProject,
  watchMute,
  watchPreview,
  watchSave,
} from "./watches";

const PROJECT_ID = "demo/airline";
const WATCH_ID = "019aa1c0-2f6e-7d0e-8c55-6a1d3f0a7b32";
const AT = "2026-11-20T11:20:00.000Z";

const SETTINGS = {
  name: "Reservation updates fail",
  measure: {
    figure: "error_share",
    query_text: "op:update_reservation",
    filter: { op_names: ["update_reservation"] },
    window_seconds: 300,
  },
  condition: { kind: "above", level: 0.05, resolve_level: 0.04 },
  for_windows: 2,
  least_calls: 20,
};

const POINT = { start: "2026-11-20T11:15:00.000Z", value: 0.112, low: 0.07, high: 0.17, calls: 142 };

const WATCH = {
  id: WATCH_ID,
  settings: SETTINGS,
  state: "firing",
  is_on: true,
  muted_until: null,
  judged_until: AT,
  problem: null,
  created_at: "2026-11-19T14:33:00.000Z",
  created_by: "ada",
  updated_at: "2026-11-19T14:33:00.000Z",
  groups: [
    {
      value: null,
      state: "firing",
      since: AT,
      held_windows: 2,
      last: POINT,
      acknowledged_at: null,
      acknowledged_by: null,
      note: "",
    },
  ],
  recent: [POINT],
};

const BY_ID = { project_id: PROJECT_ID, watch_id: WATCH_ID };

/** Watches: rules on figures of calls, which the service judges, and that tell people when they hold. */
export const watchOperations = {
  "watches.list": defineOperation({
    id: "watches.list",
    title: "Watches",
    summary: "Lists the watches of a project with their states and their newest windows.",
    path: "/watches/list",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: watchesOfProject },
    result: { kind: "json", schema: watchesList },
    standing: "extension",
    gaps: ["watches"],
    example: { body: { project_id: PROJECT_ID }, result: { watches: [WATCH], firing_count: 1 } },
  }),
  "watches.read": defineOperation({
    id: "watches.read",
    title: "A watch",
    summary: "Returns a watch with its history.",
    path: "/watches/read",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: watchById },
    result: { kind: "json", schema: watchDetail },
    standing: "extension",
    gaps: ["watches"],
    example: {
      body: BY_ID,
      result: {
        ...WATCH,
        events: [
          {
            id: "msg_8f14e45fceea167a5a36dedd4bea2543",
            kind: "firing",
            group: null,
            at: AT,
            value: 0.112,
            calls: 142,
            sentence: "Share of errors 11.2 % is above 5 % for 10 min",
          },
        ],
      },
    },
  }),
  "watches.preview": defineOperation({
    id: "watches.preview",
    title: "Preview of a watch",
    summary: "Lays a rule over the past of its measure: when it would have fired, and how often. Stores nothing.",
    path: "/watches/preview",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: watchDraft },
    result: { kind: "json", schema: watchPreview },
    standing: "extension",
    gaps: ["watches"],
    example: {
      body: { project_id: PROJECT_ID, settings: SETTINGS, days: 1 },
      result: {
        after: "2026-11-19T11:20:00.000Z",
        before: AT,
        groups: [
          { value: null, points: [POINT], states: [{ state: "pending", from: "2026-11-20T11:15:00.000Z", to: AT }] },
        ],
        group_count: 1,
        firing_count: 0,
        few_calls_windows: 3,
        window_count: 288,
      },
    },
  }),
  "watches.save": defineOperation({
    id: "watches.save",
    title: "Save a watch",
    summary: "Creates a watch, or changes one. A changed rule begins anew.",
    path: "/watches/save",
    auth: "basic",
    effect: "write",
    body: { kind: "json", schema: watchSave },
    result: { kind: "json", schema: watch },
    standing: "extension",
    gaps: ["watches"],
    example: {
      body: { project_id: PROJECT_ID, settings: SETTINGS },
      result: { ...WATCH, state: "collecting", judged_until: null, groups: [], recent: [] },
    },
  }),
  "watches.mute": defineOperation({
    id: "watches.mute",
    title: "Mute a watch",
    summary: "Lets the notifications of a watch wait until a time. What has resolved by then is not sent.",
    path: "/watches/mute",
    auth: "basic",
    effect: "write",
    body: { kind: "json", schema: watchMute },
    result: { kind: "json", schema: watch },
    standing: "extension",
    gaps: ["watches"],
    example: {
      body: { ...BY_ID, until: "2026-11-20T15:00:00.000Z" },
      result: { ...WATCH, muted_until: "2026-11-20T15:00:00.000Z" },
    },
  }),
  "watches.acknowledge": defineOperation({
    id: "watches.acknowledge",
    title: "Acknowledge a watch",
    summary: "Says that a user looks at what fires, with a note.",
    path: "/watches/acknowledge",
    auth: "basic",
    effect: "write",
    body: { kind: "json", schema: watchAcknowledge },
    result: { kind: "json", schema: watch },
    standing: "extension",
    gaps: ["watches"],
    example: { body: { ...BY_ID, note: "The seat service is down" }, result: WATCH },
  }),
  "watches.delete": defineOperation({
    id: "watches.delete",
    title: "Delete a watch",
    summary: "Deletes a watch with its history.",
    path: "/watches/delete",
    auth: "basic",
    effect: "write",
    scope: "admin",
    body: { kind: "json", schema: watchById },
    result: { kind: "json", schema: watchDeleted },
    standing: "extension",
    gaps: ["watches"],
    example: { body: BY_ID, result: {} },
  }),
};
