import { JsonReader } from "@/lib/json/scan/json-slices";
import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import { FeedbackMaker } from "@/service/traces/feedback/feedback-maker";
import type { Handler } from "@/service/traces/handlers/handler";

/** Adds feedback like `createFeedback`, all or none. An error names the position in the batch. */
export const createFeedbackBatch: Handler<"feedback.createBatch"> = async ({ body }, context) => {
  const texts = itemTexts(context.bodyText);
  const maker = await FeedbackMaker.open(context, body.batch);
  const res = [];
  for (const [index, item] of body.batch.entries()) {
    try {
      res.push(await maker.make(item, texts[index] ?? "{}"));
    } catch (error) {
      if (error instanceof InvalidRequestError) throw new InvalidRequestError(`batch.${index}: ${error.message}`);
      throw error;
    }
  }
  await context.feedback.write(maker.rows);
  return { res };
};

/** The text of each entry of `batch`, as it was sent. Of two members with that name the later one counts. */
function itemTexts(bodyText: string): string[] {
  const reader = new JsonReader(bodyText);
  const texts: string[] = [];
  reader.object((name) => {
    if (name !== "batch") return;
    texts.length = 0;
    reader.array(() => {
      const { start, end } = reader.skip();
      texts.push(bodyText.slice(start, end));
    });
  });
  return texts;
}
