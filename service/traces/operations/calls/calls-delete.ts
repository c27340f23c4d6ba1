import { TooLargeError } from "@/service/kernel/errors/service-errors";
import type { Handler } from "@/service/traces/handlers/handler";
import { deleteCalls } from "@/service/traces/store/calls/call-deletion";

const MAX_IDS = 1000;

/** Deletes calls with all their descendants. Unknown ids are ignored. */
export const deleteManyCalls: Handler<"calls.delete"> = async ({ body }, { store, calls, identity, signal }) => {
  if (body.call_ids.length > MAX_IDS) throw new TooLargeError(`Cannot delete more than ${MAX_IDS} calls at once`);
  const deleted = await deleteCalls(store, calls, body.project_id, body.call_ids, identity.userId, signal);
  return { num_deleted: deleted };
};
