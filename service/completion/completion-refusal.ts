import { PromptFailure } from "./apply-prompt";
import { BudgetReachedError } from "./budgets/budget-reached-error";

/** Why a completion was not requested, as clients get it in place of a response. */
export class CompletionRefusal {
  readonly result: { readonly error: string; readonly budget_id?: string };

  constructor(reason: PromptFailure | BudgetReachedError) {
    const ofBudget = reason instanceof BudgetReachedError ? { budget_id: reason.budgetId } : {};
    this.result = { error: reason.message, ...ofBudget };
  }
}

/** Returns a refusal as a value: for clients it is a result, like a failure of the provider. */
export async function orRefusal<Value>(preparing: Promise<Value>): Promise<Value | CompletionRefusal> {
  try {
    return await preparing;
  } catch (error) {
    if (error instanceof PromptFailure || error instanceof BudgetReachedError) return new CompletionRefusal(error);
    throw error;
  }
}
