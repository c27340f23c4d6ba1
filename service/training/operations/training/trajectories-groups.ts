import type { Handler } from "@/service/traces/handlers/handler";
import { listGroups } from "@/service/training/batches/batches";
import { requireBatch } from "@/service/training/jobs/training-access";
import type { Training } from "@/service/training/open-training";
import { cursorOf, listPage, unknownCursor } from "@/service/training/state/list-page";

/** In the order sent; a group's id is its index. */
export function listGroupsHandler({ state }: Training): Handler<"trajectories.groups"> {
  return async ({ body }, context) => {
    const { id: batchId, group_count } = await requireBatch(state, body.batch_id, context);
    const after = cursorOf(body.after);
    if (after !== null && !(/^\d{1,9}$/.test(after) && Number(after) < group_count)) throw unknownCursor(after);
    const rows = await listGroups(state, { batchId, from: after === null ? 0 : Number(after) + 1, limit: body.limit });
    const items = rows.map(({ group_index: index, exception_count, rewards: text, label, title }) => {
      const rewards = JSON.parse(text) as number[];
      return { id: String(index), index, trajectory_count: rewards.length, exception_count, rewards, label, title };
    });
    return listPage(items, body.limit);
  };
}
