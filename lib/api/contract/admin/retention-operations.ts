import { defineOperation } from "@/lib/api/contract/operation/operation-row";
import { retentionDaysResult, retentionPreviewResult, retentionRead, retentionResult, retentionSet } from "./retention";

const LIMITS = { project_id: "demo/airline", max_age_days: 90, max_bytes: null };

/** How long a project keeps its calls. Only the dashboard may set it: no API key may set what is removed later. */
export const retentionOperations = {
  "retention.read": defineOperation({
    id: "retention.read",
    title: "Retention of a project",
    summary: "Returns the limits on the age and the size of a project's calls.",
    path: "/retention/read",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: retentionRead },
    result: { kind: "json", schema: retentionResult },
    standing: "extension",
    gaps: ["retention"],
    example: { body: { project_id: "demo/airline" }, result: LIMITS },
  }),
  "retention.readDays": defineOperation({
    id: "retention.readDays",
    title: "Retention of a project in days",
    summary: "Returns the limit on the age of a project's calls, as public clients read it.",
    path: "/project/ttl_settings/read",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: retentionRead },
    result: { kind: "json", schema: retentionDaysResult },
    standing: "extension",
    gaps: ["retention"],
    example: { body: { project_id: "demo/airline" }, result: { retention_days: 90 } },
  }),
  "retention.preview": defineOperation({
    id: "retention.preview",
    title: "Preview of a retention",
    summary: "Returns what limits would remove from a project now. Changes nothing.",
    path: "/retention/preview",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: retentionSet },
    result: { kind: "json", schema: retentionPreviewResult },
    standing: "extension",
    gaps: ["retention"],
    example: {
      body: LIMITS,
      result: {
        calls: 12_400,
        traces: 1_240,
        bytes: 31_000_000,
        before: "2026-08-22T14:30:00.000Z",
        oldest_remaining: "2026-08-22T14:31:07.411Z",
        remaining_bytes: 210_000_000,
      },
    },
  }),
  "retention.set": defineOperation({
    id: "retention.set",
    title: "Set the retention of a project",
    summary:
      "Sets the limits on the age and the size of a project's calls; calls that pass one are removed for good, now and later. Dashboard only.",
    path: "/retention/set",
    auth: "basic",
    effect: "write",
    audience: "dashboard",
    body: { kind: "json", schema: retentionSet },
    result: { kind: "json", schema: retentionResult },
    standing: "extension",
    gaps: ["retention"],
    example: { body: LIMITS, result: LIMITS },
  }),
};
