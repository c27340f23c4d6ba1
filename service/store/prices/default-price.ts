import { calcPrice, type ModelPrice, type Provider } from "@pydantic/genai-prices";
import { LRUCache } from "lru-cache";

/** What providers publish for a model, in US dollars per token. */
export interface DefaultPrice {
  readonly providerId: string;
  readonly promptTokenCost: number;
  readonly completionTokenCost: number;
  readonly cacheReadTokenCost: number | null;
  readonly cacheCreationTokenCost: number | null;
}

/** A name that the list knows, and the provider cut down to the model that it means. */
interface KnownModel {
  readonly name: string;
  readonly provider: Provider;
}

/** Looking through all models again would take longer than everything else about a price. */
const knownModels = new LRUCache<string, { readonly found: KnownModel | null }>({ max: 2000 });

/** Bedrock's names: `anthropic.claude-3-5-sonnet-20240620-v1:0`, with or without a region in front. */
const BEDROCK_NAME = /^(?:[a-z]+\.)?(?:amazon|anthropic|cohere|deepseek|meta|mistral|openai|qwen)\.\S+$/;

/**
 * The price that the provider of a model published for a moment. Null for models that the list does not know, such as
 * one's own.
 *
 * @param inputTokens of one request: some prices rise with it
 */
export function defaultPrice(model: string, at: Date, inputTokens: number): DefaultPrice | null {
  const known = findModel(model);
  const price = known && calcPrice({}, known.name, { provider: known.provider, timestamp: at })?.model_price;
  if (!known || !price) return null;
  const input = ratePerToken(price.input_mtok, inputTokens);
  const output = ratePerToken(price.output_mtok, inputTokens);
  if (input === null && output === null) return null;
  return {
    providerId: known.provider.id,
    promptTokenCost: input ?? 0,
    completionTokenCost: output ?? 0,
    cacheReadTokenCost: ratePerToken(price.cache_read_mtok, inputTokens),
    cacheCreationTokenCost: ratePerToken(price.cache_write_mtok, inputTokens),
  };
}

/** Where the prices of a model change: with time, with the time of day (UTC), and with the length of its input. */
export interface PriceBoundaries {
  readonly datesMs: readonly number[];
  readonly secondsOfDay: readonly number[];
  /** A longer input than this has the next price. */
  readonly inputTokens: readonly number[];
}

/** Between these nothing about the default price of a model changes. None for a model that the list does not know. */
export function defaultPriceBoundaries(model: string): PriceBoundaries {
  const prices = (findModel(model)?.provider.models ?? []).flatMap(({ prices }) =>
    Array.isArray(prices) ? prices : [{ prices }],
  );
  const constraints = prices.flatMap(({ constraint }) => constraint ?? []);
  const rates = prices.flatMap(({ prices }) => Object.values(prices));
  return {
    datesMs: constraints.flatMap((one) => (one.type === "start_date" ? Date.parse(one.start_date) : [])),
    secondsOfDay: constraints.flatMap((one) =>
      one.type === "time_of_date" ? [one.start_time, one.end_time].map(secondsOfDay) : [],
    ),
    inputTokens: rates.flatMap((rate) => (typeof rate === "object" ? rate.tiers.map(({ start }) => start) : [])),
  };
}

/** `16:30:00Z` */
const secondsOfDay = (time: string): number => Date.parse(`1970-01-01T${time}`) / 1000;

function findModel(model: string): KnownModel | null {
  const known = knownModels.get(model);
  if (known) return known.found;
  const found = searchModel(model);
  knownModels.set(model, { found });
  return found;
}

/** The list finds a name as it is, as `provider/name`, or as one that tells its provider by its form. */
function searchModel(model: string): KnownModel | null {
  const slash = model.indexOf("/");
  const name = model.slice(slash + 1);
  const attempts: { name: string; providerId?: string }[] = [{ name: model }];
  if (slash > 0) attempts.push({ name, providerId: model.slice(0, slash) });
  if (name.startsWith("text-embedding-")) attempts.push({ name, providerId: "openai" });
  if (BEDROCK_NAME.test(name)) attempts.push({ name, providerId: "aws" });
  for (const { name, ...provider } of attempts) {
    const match = calcPrice({}, name, provider);
    if (match) return { name, provider: { ...match.provider, models: [match.model] } };
  }
  return null;
}

const TOKENS_PER_PRICE = 1_000_000;

/** Above a tier's start its price counts for all tokens of the request. */
function ratePerToken(price: ModelPrice[string], inputTokens: number): number | null {
  if (price === undefined) return null;
  if (typeof price === "number") return price / TOKENS_PER_PRICE;
  const tier = price.tiers.findLast(({ start }) => inputTokens > start);
  return (tier?.price ?? price.base) / TOKENS_PER_PRICE;
}
