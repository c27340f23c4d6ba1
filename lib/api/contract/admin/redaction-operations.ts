import { defineOperation } from "@/lib/api/contract/operation/operation-row";
import { redactionPreview, redactionPreviewResult, redactionRead, redactionResult, redactionSet } from "./redaction";

const PROJECT = { project_id: "demo/airline" };

const RULES = [
  {
    name: "email",
    is_enabled: true,
    kind: "expression" as const,
    pattern: "[\\w.+-]+@[\\w-]+\\.[\\w.-]+",
    places: ["inputs" as const, "output" as const],
    action: "hash" as const,
  },
];

/** What is removed from calls and feedback before they are stored. Only the dashboard may set it. */
export const redactionOperations = {
  "redaction.read": defineOperation({
    id: "redaction.read",
    title: "Redaction rules of a project",
    summary: "Returns the rules that remove or hash values of calls and feedback before they are stored.",
    path: "/redaction/read",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: redactionRead },
    result: { kind: "json", schema: redactionResult },
    standing: "extension",
    gaps: ["redaction"],
    example: { body: PROJECT, result: { ...PROJECT, revision: 0, rules: [], updated_at: null } },
  }),
  "redaction.preview": defineOperation({
    id: "redaction.preview",
    title: "Preview of redaction rules",
    summary: "Returns what rules would change in the newest stored calls of a project. Changes nothing.",
    path: "/redaction/preview",
    auth: "basic",
    effect: "read",
    role: "admin",
    body: { kind: "json", schema: redactionPreview },
    result: { kind: "json", schema: redactionPreviewResult },
    standing: "extension",
    gaps: ["redaction"],
    example: {
      body: { ...PROJECT, rules: RULES },
      result: {
        read: 50,
        skipped: 0,
        changed: 1,
        matches: 1,
        calls: [
          {
            id: "0193a5e8-1c4f-7d22-8b1e-3f5f4b7a9c01",
            trace_id: "0193a5e8-1c4f-7d22-8b1e-3f5f4b7a9c02",
            op_name: "answer",
            started_at: "2026-11-20T14:31:07.411Z",
            matches: 1,
            values: [
              {
                rule: "email",
                place: "inputs",
                path: "messages.content",
                before: "mia@example.org",
                after: "[hashed: email 5b1f0c9d2e7a4c31]",
              },
            ],
          },
        ],
      },
    },
  }),
  "redaction.set": defineOperation({
    id: "redaction.set",
    title: "Set the redaction rules of a project",
    summary:
      "Sets the rules that remove or hash values of calls and feedback before they are stored. They act on what arrives from then on. Dashboard only.",
    path: "/redaction/set",
    auth: "basic",
    effect: "write",
    audience: "dashboard",
    body: { kind: "json", schema: redactionSet },
    result: { kind: "json", schema: redactionResult },
    standing: "extension",
    gaps: ["redaction"],
    example: {
      body: { ...PROJECT, revision: 0, rules: RULES },
      result: { ...PROJECT, revision: 1, rules: RULES, updated_at: "2026-11-20T14:31:07.411Z" },
    },
  }),
};
