/** A completion that is about to be requested from a provider, which costs money. */
export interface Spending {
  readonly projectId: string;
  /** The model's name at its provider, which prices are looked up by. */
  readonly model: string;
  /** The user of the key, or the person at the dashboard. */
  readonly userId: string;
  /** The end user that the request names; null for none. */
  readonly endUser: string | null;
}

/** Decides whether a completion may be requested. Every request to a provider passes it. */
export interface SpendingGate {
  /** @throws BudgetReachedError when a budget that covers the completion has reached its limit */
  require(spending: Spending, signal: AbortSignal): Promise<void>;
}

/** The gate where nothing limits spend. */
export const NO_BUDGETS: SpendingGate = { require: async () => undefined };
