import { defineOperation } from "@/lib/api/contract/operation/operation-row";
import { auditTake, auditTakeResult } from "./waiting-audit";

/** What API keys did, on its way into the audit log, which the dashboard keeps. */
export const waitingAuditOperations = {
  "audit.take": defineOperation({
    id: "audit.take",
    title: "Entries for the audit log",
    summary: "Returns what API keys did and the audit log does not have yet, and deletes what it has. Dashboard only.",
    path: "/audit/take",
    auth: "basic",
    effect: "write",
    audience: "dashboard",
    body: { kind: "json", schema: auditTake },
    result: { kind: "json", schema: auditTakeResult },
    standing: "extension",
    gaps: ["credentials"],
    example: {
      body: { recorded_ids: ["0192f1d0-6a5c-7d3e-9f1b-2c4d5e6f7a8b"] },
      result: {
        entries: [
          {
            id: "0192f1d0-7b6d-7e4f-8a2c-3d5e6f7a8b9c",
            at: "2026-11-20T14:30:01.882Z",
            event: "calls.deleted",
            user_id: "ada",
            target: "key ci demo/airline 2 selected 2 deleted",
            is_allowed: true,
            request_id: "0192f1d0-7b6d-7e4f-8a2c-3d5e6f7a8b9d",
          },
        ],
      },
    },
  }),
};
