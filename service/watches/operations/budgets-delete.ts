import type { Handler } from "@/service/traces/handlers/handler";
import type { Budgets } from "@/service/watches/budgets/budgets";

/** Deletes a budget with what it told. */
export function deleteBudgetHandler(budgets: Budgets): Handler<"budgets.delete"> {
  return async ({ body }) => {
    await budgets.remove(body.project_id, body.budget_id);
    return {};
  };
}
