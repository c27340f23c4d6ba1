import type { ModelPrice, Provider } from "@pydantic/genai-prices";
import { LRUCache } from "lru-cache";
import { byMedia, type MediaCost } from "@/lib/usage/media-tokens";
import { packageOnUse } from "@/service/kernel/packages/package-on-use";

const genaiPrices = packageOnUse<typeof import("@pydantic/genai-prices")>("@pydantic/genai-prices");

/** A model's published price, in US dollars per token. */
export interface DefaultPrice {
  readonly providerId: string;
  readonly promptTokenCost: number;
  readonly completionTokenCost: number;
  readonly cacheReadTokenCost: number | null;
  readonly cacheCreationTokenCost: number | null;
  /** Written to a cache for an hour; null where the list does not say it. */
  readonly cacheHourTokenCost: number | null;
  /** Null for a medium that costs as much as text. */
  readonly media: Readonly<Record<MediaCost, number | null>>;
}

/** A name that the list contains, and the provider reduced to that model. */
interface KnownModel {
  readonly name: string;
  readonly provider: Provider;
}

/** Cache of matches: scanning all models again would take longer than everything else about a price. */
const knownModels = new LRUCache<string, { readonly found: KnownModel | null }>({ max: 2000 });

/** Bedrock's names: `anthropic.claude-3-5-sonnet-20240620-v1:0`, with or without a region prefix. */
const BEDROCK_NAME = /^(?:[a-z-]+\.)?(?:amazon|anthropic|cohere|deepseek|meta|mistral|openai|qwen)\.\S+$/;

/**
 * Returns the price that a model's provider published for a time. Null for models that are not in the list, such as
 * custom models.
 *
 * @param inputTokens of one request: some prices rise with it
 */
export function defaultPrice(model: string, at: Date, inputTokens: number): DefaultPrice | null {
  const known = findModel(model);
  const price =
    known && genaiPrices().calcPrice({}, known.name, { provider: known.provider, timestamp: at })?.model_price;
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
    cacheHourTokenCost: ratePerToken(price.cache_write_1h_mtok, inputTokens),
    media: byMedia("cost", ({ rate }) => ratePerToken(price[rate], inputTokens)),
  };
}

/** The points where the prices of a model change: by time, by time of day (UTC), and by the length of the input. */
export interface PriceBoundaries {
  readonly datesMs: readonly number[];
  readonly secondsOfDay: readonly number[];
  /** Longer inputs have the next price. */
  readonly inputTokens: readonly number[];
}

/**
 * Returns the points between which the default price of a model is constant. None for a model that is not in the list.
 */
export function defaultPriceBoundaries(model: string): PriceBoundaries {
  const published = (findModel(model)?.provider.models ?? []).flatMap(({ prices }) =>
    Array.isArray(prices) ? prices : [{ prices }],
  );
  const constraints = published.flatMap(({ constraint }) => constraint ?? []);
  const rates = published.flatMap(({ prices }) => Object.values(prices));
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
  const publishedModel = searchModel(model);
  knownModels.set(model, { found: publishedModel });
  return publishedModel;
}

/** Names that clients put before those of models, and the provider in the list. */
const CLOUDS: Readonly<Record<string, string>> = {
  azure_ai: "azure",
  bedrock_converse: "aws",
  "google-gla": "google",
  "google-vertex": "google",
  "google-genai": "google",
  google_genai: "google",
  google_vertexai: "google",
  vertex_ai_beta: "google",
  azure_openai: "azure",
  together_ai: "together",
  fireworks_ai: "fireworks",
};

interface Attempt {
  readonly name: string;
  readonly providerId?: string;
}

/**
 * The names under which the list may have a model, and its provider where the name says it: `provider/name`,
 * `provider:name`, `models/name`, `projects/…/publishers/provider/models/name`, or a form that implies it.
 */
function attemptsOf(model: string): Attempt[] {
  const attempts: Attempt[] = [{ name: model }];
  const [, publisher, published] = /(?:^|\/)publishers\/([^/]+)\/models\/([^/]+)$/.exec(model) ?? [];
  if (publisher !== undefined && published !== undefined) {
    attempts.push({ name: published, providerId: publisher });
  }
  const [, separated, name = model] = /^([\w.-]+?)[/:](.+)$/.exec(model) ?? [];
  if (separated === "models") attempts.push({ name, providerId: "google" });
  else if (separated !== undefined) {
    const providerId = CLOUDS[separated] ?? separated;
    // A cloud that the list knows has models of others too.
    if (genaiPrices().findProvider({ providerId })) attempts.push({ name, providerId }, { name });
  }
  if (name.startsWith("text-embedding-")) attempts.push({ name, providerId: "openai" });
  const last = model.slice(model.lastIndexOf("/") + 1);
  if (BEDROCK_NAME.test(last)) attempts.push({ name: last, providerId: "aws" });
  return attempts;
}

const knownNames = new LRUCache<string, readonly string[]>({ max: 2000 });

/** Returns a model's name, then the names that it has without what a cloud or a client puts before it. */
export function namesOfModel(model: string): readonly string[] {
  const known = knownNames.get(model);
  if (known) return known;
  const names = [...new Set(attemptsOf(model).map(({ name }) => name))];
  knownNames.set(model, names);
  return names;
}

function searchModel(model: string): KnownModel | null {
  for (const { name, ...provider } of attemptsOf(model)) {
    const match = genaiPrices().calcPrice({}, name, provider);
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
