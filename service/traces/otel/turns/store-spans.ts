import type { ConvertedBody, WrittenSpan } from "@/service/traces/otel/wire/convert-body";
import type { SpanTurns } from "./span-turns";

/** Resolves when spans are on disk. */
type WriteSpans = (spans: readonly WrittenSpan[]) => Promise<void>;

/**
 * Stores the spans of one request, with their turns, and the turns of earlier spans that they change. Resolves when all of it is on
 * disk. When it rejects, sending the request again stores what is missing.
 */
export async function storeSpans(
  spanTurns: SpanTurns,
  converted: ConvertedBody,
  userId: string,
  write: WriteSpans,
): Promise<void> {
  const { turns, correct, end } = await spanTurns.decide(converted.projectBySpan);
  try {
    const written = converted.spans(userId, turns);
    // Both in the order in which requests are decided, so that the newest turn of a call is stored last.
    const done = await Promise.allSettled([correct(), write(written)]);
    for (const result of done) if (result.status === "rejected") throw result.reason;
  } catch (error) {
    await end(false);
    throw error;
  }
  await end(true);
}
