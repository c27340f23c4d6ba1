import { defineOperation } from "@/lib/api/contract/operation/operation-row";
import { emptyResult } from "@/lib/api/contract/scalars/scalars";
import { budget, budgetById, budgetSave, budgetsList, budgetsOfProject } from "./budgets";

const PROJECT_ID = "demo/airline";
const BUDGET_ID = "019ad2c0-2f6e-7d0e-8c55-6a1d3f0a7b32";
const AT = "2026-11-20T09:00:00.000Z";

const SETTINGS = { name: "Playground", scope: "project" as const, period: "month" as const, limit_usd: 50 };

const BUDGET = {
  id: BUDGET_ID,
  settings: SETTINGS,
  state: "warned" as const,
  from: "2026-11-01T00:00:00.000Z",
  until: "2026-12-01T00:00:00.000Z",
  spent_usd: 41.2,
  blockable_usd: 12.4,
  unpriced_tokens: 0,
  forecast: { usd: 58.1, low: 52.6, high: 63.6 },
  history_days: 28,
  created_at: AT,
  created_by: "ada",
  updated_at: AT,
};

/** Budgets: limits of the spend of a project, a model, a key or an end user. */
export const budgetOperations = {
  "budgets.list": defineOperation({
    id: "budgets.list",
    title: "Budgets",
    summary: "Lists the budgets of a project with their spend and its forecast.",
    path: "/budgets/list",
    auth: "basic",
    effect: "read",
    body: { kind: "json", schema: budgetsOfProject },
    result: { kind: "json", schema: budgetsList },
    standing: "extension",
    gaps: ["budgets"],
    example: { body: { project_id: PROJECT_ID }, result: { budgets: [BUDGET] } },
  }),
  "budgets.save": defineOperation({
    id: "budgets.save",
    title: "Save a budget",
    summary: "Creates a budget, or changes one.",
    path: "/budgets/save",
    auth: "basic",
    effect: "write",
    scope: "admin",
    role: "admin",
    body: { kind: "json", schema: budgetSave },
    result: { kind: "json", schema: budget },
    standing: "extension",
    gaps: ["budgets"],
    example: { body: { project_id: PROJECT_ID, settings: SETTINGS }, result: BUDGET },
  }),
  "budgets.delete": defineOperation({
    id: "budgets.delete",
    title: "Delete a budget",
    summary: "Deletes a budget with its warnings.",
    path: "/budgets/delete",
    auth: "basic",
    effect: "write",
    scope: "admin",
    role: "admin",
    body: { kind: "json", schema: budgetById },
    result: { kind: "json", schema: emptyResult },
    standing: "extension",
    gaps: ["budgets"],
    example: { body: { project_id: PROJECT_ID, budget_id: BUDGET_ID }, result: {} },
  }),
};
