import type { PriceRecord } from "@/app/(dashboard)/[workspace]/costs/records/prepare-price-records";
import { costPerToken } from "@/lib/format/price";
import { MEDIA_TOKENS } from "@/lib/usage/media-tokens";
import type { CostCreate } from "./prepare-price-form";
import type { PublishedPrice } from "./prepare-published-price";

/** How a published price compares with the project's: missing, different or equal. */
export type PriceChange = "new" | "changed" | "same";

/** A model with its published price and its current price in the project. */
export interface PriceUpdate {
  readonly model: string;
  readonly published: PublishedPrice;
  /** The project's current price; null when calls are priced by the built-in list, or not at all. */
  readonly current: PriceRecord | null;
  readonly likeness: PriceChange;
}

/** Converts prices per million to prices per token, digit by digit. */
function perToken(perMillion: number | undefined): number | null {
  return perMillion === undefined ? null : costPerToken(String(perMillion), "1M");
}

function priceChangeOf(published: PublishedPrice, current: PriceRecord | null): PriceChange {
  if (current === null) return "new";
  const isSame =
    current.promptCost === perToken(published.prompt) &&
    current.completionCost === perToken(published.completion) &&
    current.cacheReadCost === perToken(published.cacheRead) &&
    current.cacheCreationCost === perToken(published.cacheWrite) &&
    MEDIA_TOKENS.every(({ kind }) => current.mediaCosts[kind] === perToken(published[kind])) &&
    (current.promptUnit ?? "USD") === "USD";
  return isSame ? "same" : "changed";
}

const order: Readonly<Record<PriceChange, number>> = { new: 0, changed: 1, same: 2 };

/**
 * Returns the prices that can be imported: models without a price first, then those with a different price.
 *
 * @param models names as in calls and records
 */
export function priceUpdates(
  models: readonly string[],
  publishedOf: (model: string) => PublishedPrice | null,
  currentOf: (model: string) => PriceRecord | null,
): { readonly offers: readonly PriceUpdate[]; readonly unknown: readonly string[] } {
  const offers: PriceUpdate[] = [];
  const unknown: string[] = [];
  for (const model of new Set(models)) {
    const published = publishedOf(model);
    if (published === null) {
      unknown.push(model);
      continue;
    }
    const current = currentOf(model);
    offers.push({ model, published, current, likeness: priceChangeOf(published, current) });
  }
  offers.sort((left, right) => order[left.likeness] - order[right.likeness] || (left.model < right.model ? -1 : 1));
  return { offers, unknown: unknown.sort() };
}

/** Returns the request that stores the selected prices, effective now. */
export function importRequest(
  offers: readonly PriceUpdate[],
  chosen: ReadonlySet<string>,
  projectId: string,
): CostCreate {
  const entries = offers
    .filter(({ model }) => chosen.has(model))
    .map(({ model, published }) => {
      const [read, write] = [perToken(published.cacheRead), perToken(published.cacheWrite)];
      const media = MEDIA_TOKENS.map(({ kind, cost }) => [cost, perToken(published[kind])] as const);
      const price = {
        prompt_token_cost: perToken(published.prompt) ?? 0,
        completion_token_cost: perToken(published.completion) ?? 0,
        prompt_token_cost_unit: "USD",
        completion_token_cost_unit: "USD",
        ...(read === null ? {} : { cache_read_input_token_cost: read }),
        ...(write === null ? {} : { cache_creation_input_token_cost: write }),
        ...Object.fromEntries(media.filter(([, cost]) => cost !== null)),
        provider_id: published.provider,
      };
      return [model, price] as const;
    });
  // Not built by assignment: a model may be called `__proto__`.
  return { project_id: projectId, costs: Object.fromEntries(entries) };
}
