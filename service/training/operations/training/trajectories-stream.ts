import { EventLoopYielder } from "@/service/kernel/concurrency/yield-to-event-loop";
import type { Handler } from "@/service/traces/handlers/handler";
import { RawLines } from "@/service/traces/handlers/raw-json";
import type { ByteRange } from "@/service/training/batches/batch-reader";
import { listGroups } from "@/service/training/batches/batches";
import { messageWith } from "@/service/training/batches/search-messages";
import { requireBatch } from "@/service/training/jobs/training-access";
import type { Training } from "@/service/training/open-training";

const GROUPS_PER_BATCH = 100;

/** Only one trajectory is in memory at a time, cut out of the body as sent. */
export function streamTrajectoriesHandler({ state, blobs }: Training): Handler<"trajectories.stream"> {
  return async function* ({ body }, context) {
    const batch = await requireBatch(state, body.batch_id, context);
    const needle = body.contains?.toLowerCase() ?? null;
    const isPlacesOnly = body.places_only ?? false;
    const yielder = new EventLoopYielder();
    for (let from = 0; from < batch.group_count; from += GROUPS_PER_BATCH) {
      const rows = await listGroups(state, { batchId: batch.id, from, limit: GROUPS_PER_BATCH });
      for (const { group_index, trajectories } of rows.slice(0, GROUPS_PER_BATCH)) {
        const places = JSON.parse(trajectories) as ByteRange[];
        for (const [trajectory_index, place] of places.entries()) {
          await yielder.yieldToEventLoop();
          const needsText = needle !== null || !isPlacesOnly;
          const text = needsText ? (await blobs.readPart(batch.blob, ...place)).toString("utf8") : "";
          const message_index = needle === null ? null : messageWith(JSON.parse(text), needle);
          if (needle !== null && message_index === null) continue;
          const line = JSON.stringify({ group_index, trajectory_index, message_index });
          yield new RawLines(isPlacesOnly ? `${line}\n` : `${line.slice(0, -1)},"trajectory":${onOneLine(text)}}\n`);
        }
      }
    }
  };
}

/** Line breaks in JSON occur only between its values, where they have no meaning. */
function onOneLine(json: string): string {
  return json.replace(/[\r\n]+/g, " ");
}
