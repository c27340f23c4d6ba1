import { BudgetReachedError } from "@/service/completion/budgets/budget-reached-error";
import { ProviderKeyMissingError } from "@/service/kernel/providers/provider-directory";
import type { ModelAccess } from "./complete-once";

/** Returns why a budget refuses requests to one of some models now; null when none does. */
export async function spendingRefusal(
  { providers, identity, spending, projectId }: Omit<ModelAccess, "timeoutSeconds" | "retries">,
  models: readonly string[],
  signal: AbortSignal,
): Promise<string | null> {
  for (const name of models) {
    try {
      const chosen = providers.choose(name, { identity, note: () => undefined });
      if (!chosen || chosen.provider.fetch) continue;
      await spending.require({ projectId, model: chosen.model, userId: identity.userId, endUser: null }, signal);
    } catch (error) {
      if (error instanceof BudgetReachedError) return error.message;
      // A provider whose key is not set refuses by itself.
      if (!(error instanceof ProviderKeyMissingError)) throw error;
    }
  }
  return null;
}
