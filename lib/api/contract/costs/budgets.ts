import { z } from "zod";
import { integer, number, projectId, timestamp } from "@/lib/api/contract/scalars/scalars";

/** Whose spend a budget limits. */
const BUDGET_SCOPES = ["project", "model", "key", "user"] as const;

/** Periods begin at midnight in UTC, as the days of Costs do. */
const BUDGET_PERIODS = ["day", "month"] as const;

/** A limit of spend, and what happens before and at it. */
export const budgetSettings = z
  .strictObject({
    name: z.string().trim().min(1, { error: "Enter a name" }).max(128),
    scope: z
      .enum(BUDGET_SCOPES)
      .describe("`key`: the user of API keys, as `svc_user_id` of calls. `user`: the end user in attributes of calls."),
    value: z.string().trim().max(512).nullish().describe("The model or user; none of `project`."),
    period: z.enum(BUDGET_PERIODS).describe("In UTC."),
    limit_usd: number.pipe(z.number({ error: "Enter an amount" }).positive({ error: "More than $0" }).max(1e9)),
    warn_percent: integer
      .pipe(z.number().min(1).max(99))
      .nullable()
      .default(80)
      .describe("Channels are told at this share of the limit, too; null only at the limit."),
    blocks: z.boolean().default(true).describe("Refuse completions through this service once it is reached."),
    channel_ids: z.array(z.string().min(1).max(128)).max(10).default([]),
  })
  .superRefine(({ scope, value }, context) => {
    const isNamed = typeof value === "string" && value !== "";
    if (isNamed === (scope !== "project")) return;
    const message = isNamed ? "A budget of the project has no value" : "Enter the model or user";
    context.addIssue({ code: "custom", path: ["value"], message });
  });

export type BudgetSettings = z.output<typeof budgetSettings>;
export type BudgetSettingsInput = z.input<typeof budgetSettings>;

export const budgetsOfProject = z.object({ project_id: projectId });

export const budgetById = z.object({ project_id: projectId, budget_id: z.string().min(1).max(128) });

export const budgetSave = z.object({
  project_id: projectId,
  budget_id: z.string().max(128).nullish().describe("The one to change; a new one when absent."),
  settings: budgetSettings,
});

/** The spend that a period is expected to end with. */
const budgetForecast = z.looseObject({
  usd: number,
  /** A prediction interval of 95 %. */
  low: number,
  high: number,
});

export type BudgetForecast = z.output<typeof budgetForecast>;

/** A budget, with the spend of the running period by the prices that Costs has. */
export const budget = z.looseObject({
  id: z.string(),
  settings: budgetSettings,
  state: z.enum(["ok", "warned", "reached"]),
  from: timestamp,
  /** When the next period begins. */
  until: timestamp,
  spent_usd: number,
  /** The part of it that went through this service, which alone can be blocked. */
  blockable_usd: number,
  /** Tokens of models without a price, whose spend is not known. */
  unpriced_tokens: integer,
  /** Null with fewer than 7 whole days of spend. */
  forecast: budgetForecast.nullable(),
  /** Whole days that the forecast rests on, 28 at most. */
  history_days: integer,
  created_at: timestamp,
  created_by: z.string(),
  updated_at: timestamp,
});

export type BudgetStatus = z.output<typeof budget>;

export const budgetsList = z.looseObject({ budgets: z.array(budget) });
