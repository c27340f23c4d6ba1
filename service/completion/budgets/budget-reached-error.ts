import { ServiceError } from "@/service/kernel/errors/service-errors";
import type { BudgetPeriod } from "./budget-period";
import type { BudgetRecord } from "./budget-records";
import { dollars } from "./dollars";

/** 403: a budget refuses a completion. The message says which, until when, and who may raise it. */
export class BudgetReachedError extends ServiceError {
  override readonly name = "BudgetReached";
  readonly status = 403;
  readonly budgetId: string;

  constructor(
    { id, settings: { name, limit_usd, period } }: BudgetRecord,
    spentUsd: number,
    { untilMs }: BudgetPeriod,
  ) {
    const until = new Date(untilMs).toISOString().slice(0, 16).replace("T", " ");
    super(
      `The budget “${name}” of ${dollars(limit_usd)} a ${period} is used up: ${dollars(spentUsd)} is spent. ` +
        `It blocks completions until ${until} UTC. An admin of the workspace can raise it under Costs → Budgets.`,
    );
    this.budgetId = id;
  }

  override body(): Record<string, unknown> {
    return { ...super.body(), budget_id: this.budgetId };
  }
}
