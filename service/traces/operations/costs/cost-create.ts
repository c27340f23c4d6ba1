import { v7 as uuid7 } from "uuid";
import { byMedia } from "@/lib/usage/media-tokens";
import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import type { Handler } from "@/service/traces/handlers/handler";
import { engineTimeNow, toEngineTime } from "@/service/traces/store/engine/timestamps";

/** Adds a price for each named model. A price without a date takes effect immediately. */
export const createCosts: Handler<"cost.create"> = async ({ body }, { costs, identity }) => {
  const createdAt = engineTimeNow();
  const rows = Object.entries(body.costs).map(([model, price]) => {
    const rates = {
      prompt_token_cost: price.prompt_token_cost,
      completion_token_cost: price.completion_token_cost,
      cache_read_input_token_cost: price.cache_read_input_token_cost ?? null,
      cache_creation_input_token_cost: price.cache_creation_input_token_cost ?? null,
      ...byMedia("cost", ({ cost }) => price[cost] ?? null),
    };
    for (const [name, rate] of Object.entries(rates)) {
      if (rate !== null && rate < 0) throw new InvalidRequestError(`${name} of ${model} must not be negative.`);
    }
    const effectiveDate = toEngineTime(price.effective_date ?? createdAt);
    if (effectiveDate === null)
      throw new InvalidRequestError(`effective_date of ${model} is outside the years 1900 to 2299.`);
    return {
      ...rates,
      project_id: body.project_id,
      id: uuid7(),
      is_purged: 0,
      llm_id: model,
      provider_id: price.provider_id ?? "default",
      effective_date: effectiveDate,
      prompt_token_cost_unit: price.prompt_token_cost_unit ?? "USD",
      completion_token_cost_unit: price.completion_token_cost_unit ?? "USD",
      created_by: identity.userId,
      created_at: createdAt,
    };
  });
  await costs.write(rows);
  return { ids: rows.map((row): [string, string] => [row.id, row.llm_id]) };
};
