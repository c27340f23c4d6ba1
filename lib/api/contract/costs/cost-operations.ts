import { defineOperation } from "@/lib/api/contract/operation/operation-row";
import { emptyResult } from "@/lib/api/contract/scalars/scalars";
import { costAudit, costAuditLine } from "./cost-audit";
import { costCreate, costCreateResult, costPurge, costQuery, costQueryResult } from "./costs";

const PROJECT = "demo/airline";
const COST_ID = "0199a7c2-6b1e-7f4a-8c3d-5e2f1a0b9c8d";

export const costOperations = {
  "cost.query": defineOperation({
    id: "cost.query",
    title: "Price records",
    summary: "Lists the price records of a project.",
    path: "/cost/query",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: costQuery },
    result: { kind: "json", schema: costQueryResult },
    standing: "core",
    gaps: ["cost-fields", "expression-operators"],
    example: {
      body: { project_id: PROJECT, limit: 10 },
      result: {
        results: [
          {
            id: COST_ID,
            llm_id: "gpt-4o",
            prompt_token_cost: 0.0000025,
            completion_token_cost: 0.00001,
            prompt_token_cost_unit: "USD",
            completion_token_cost_unit: "USD",
            effective_date: "2026-11-20T14:30:01.882000Z",
            provider_id: "default",
          },
        ],
      },
    },
  }),
  "cost.create": defineOperation({
    id: "cost.create",
    title: "Add prices",
    summary: "Adds price records for models.",
    path: "/cost/create",
    auth: "basic",
    effect: "write",
    scope: "admin",
    body: { kind: "json", schema: costCreate },
    result: { kind: "json", schema: costCreateResult },
    standing: "extension",
    example: {
      body: {
        project_id: PROJECT,
        costs: { "gpt-4o": { prompt_token_cost: 0.0000025, completion_token_cost: 0.00001 } },
      },
      result: { ids: [[COST_ID, "gpt-4o"]] },
    },
  }),
  "cost.purge": defineOperation({
    id: "cost.purge",
    title: "Remove prices",
    summary: "Removes price records by id.",
    path: "/cost/purge",
    auth: "basic",
    effect: "write",
    scope: "admin",
    body: { kind: "json", schema: costPurge },
    result: { kind: "json", schema: emptyResult },
    standing: "extension",
    example: {
      body: { project_id: PROJECT, query: { $expr: { $eq: [{ $getField: "id" }, { $literal: COST_ID }] } } },
      result: {},
    },
  }),
  "cost.audit": defineOperation({
    id: "cost.audit",
    title: "Cost audit",
    summary:
      "Recomputes the tokens and costs of a project call by call, and streams what differs from the shown figures, what is left out of them and why, and a summary at the end.",
    path: "/cost/audit",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: costAudit },
    result: { kind: "jsonl", item: costAuditLine },
    standing: "extension",
    gaps: ["cost-audit", "usage-once"],
    example: {
      body: { project_id: PROJECT, after: "2026-11-20T00:00:00Z", before: "2026-11-21T00:00:00Z" },
      result: { kind: "progress", checked_calls: 0, call_count: 412 },
    },
  }),
};
