import { type PriceUnit, shiftUnit } from "@/lib/format/price";
import { byMedia, type MediaKind } from "@/lib/usage/media-tokens";
import type { PriceForm } from "./prepare-price-form";

/** A model's published price, in US dollars per million tokens; undefined when it is not in the list. */
export interface PublishedPrice extends Readonly<Record<MediaKind, number | undefined>> {
  readonly provider: string;
  readonly prompt: number;
  readonly completion: number;
  readonly cacheRead: number | undefined;
  readonly cacheWrite: number | undefined;
  /** Long inputs cost more; these are the prices of short inputs. */
  readonly hasTiers: boolean;
}

type Rate = number | { readonly base: number } | undefined;

/** A model's rates as named in the price list. */
export type ModelRates = Readonly<Record<string, Rate>>;

function baseOf(rate: Rate): number | undefined {
  return typeof rate === "object" ? rate.base : rate;
}

/** Returns a model's price from the list; null when it has neither of the two prices. */
export function publishedPrice(provider: string, rates: ModelRates): PublishedPrice | null {
  const [prompt, completion] = [baseOf(rates.input_mtok), baseOf(rates.output_mtok)];
  if (prompt === undefined && completion === undefined) return null;
  return {
    provider,
    prompt: prompt ?? 0,
    completion: completion ?? 0,
    cacheRead: baseOf(rates.cache_read_mtok),
    cacheWrite: baseOf(rates.cache_write_mtok),
    ...byMedia("kind", ({ rate }) => baseOf(rates[rate])),
    hasTiers: Object.values(rates).some((rate) => typeof rate === "object"),
  };
}

/** Returns the form fields for a published price, digit by digit. */
export function publishedFields(price: PublishedPrice, per: PriceUnit): Partial<PriceForm> {
  const text = (perMillion: number | undefined) =>
    perMillion === undefined ? "" : (shiftUnit(String(perMillion), "1M", per) ?? "");
  return {
    provider: price.provider,
    prompt: text(price.prompt),
    completion: text(price.completion),
    cacheRead: text(price.cacheRead),
    cacheWrite: text(price.cacheWrite),
    ...byMedia("kind", ({ kind }) => text(price[kind])),
    currency: "USD",
  };
}
