import type { ConvertedBody, WrittenSpan } from "@/service/otel/wire/convert-body";
import type { SpanTurns } from "./span-turns";

/**
 * Stores the spans of one request, with their turns, and the turns of earlier spans that they change. Resolves when all of it is on
 * disk. When it rejects, sending the request again stores what is missing.
 * @param write resolves when spans are on disk
 */
export async function storeSpans(
  spanTurns: SpanTurns,
  { projectBySpan, spans }: ConvertedBody,
  userId: string,
  write: (spans: readonly WrittenSpan[]) => Promise<void>,
): Promise<void> {
  const { turns, correct, end } = await spanTurns.decide(projectBySpan);
  try {
    const written = spans(userId, turns);
    // Both in the order in which requests are decided, so that the newest turn of a call is stored last.
    const done = await Promise.allSettled([correct(), write(written)]);
    for (const result of done) if (result.status === "rejected") throw result.reason;
  } catch (error) {
    await end(false);
    throw error;
  }
  await end(true);
}
