import type { Handler } from "@/service/traces/handlers/handler";
import type { Budgets } from "@/service/watches/budgets/budgets";

/** Creates a budget, or changes one. */
export function saveBudgetHandler(budgets: Budgets): Handler<"budgets.save"> {
  return ({ body }, context) => budgets.save(context, body, context.identity);
}
