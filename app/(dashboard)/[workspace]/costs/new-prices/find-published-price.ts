import { type PublishedPrice, publishedPrice } from "./prepare-published-price";

/** The price that a provider publishes for a model now, out of a list that comes with the product; null for unknown models. */
export async function findPublished(model: string): Promise<PublishedPrice | null> {
  // The list is large, and only this question needs it.
  const { calcPrice } = await import("@pydantic/genai-prices");
  const found = calcPrice({}, model.trim(), { timestamp: new Date() });
  return found ? publishedPrice(found.provider.id, found.model_price) : null;
}
