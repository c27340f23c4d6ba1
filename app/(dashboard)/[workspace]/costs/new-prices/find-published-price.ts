import { type PublishedPrice, publishedPrice } from "./prepare-published-price";

/** Returns a model's current published price from the bundled price list; null for models that are not in it. */
export async function findPublished(model: string): Promise<PublishedPrice | null> {
  // The list is large, and only used here.
  const { calcPrice } = await import("@pydantic/genai-prices");
  const priced = calcPrice({}, model.trim(), { timestamp: new Date() });
  return priced ? publishedPrice(priced.provider.id, priced.model_price) : null;
}
