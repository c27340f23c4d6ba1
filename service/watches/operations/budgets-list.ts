import type { Handler } from "@/service/traces/handlers/handler";
import type { Budgets } from "@/service/watches/budgets/budgets";

/** Lists the budgets of a project with their spend. */
export function listBudgetsHandler(budgets: Budgets): Handler<"budgets.list"> {
  return async ({ body }, context) => ({ budgets: await budgets.list(context, body.project_id) });
}
