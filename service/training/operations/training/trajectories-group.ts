import { NotFoundError } from "@/service/kernel/errors/service-errors";
import type { Handler } from "@/service/traces/handlers/handler";
import { RawJson } from "@/service/traces/handlers/raw-json";
import { findGroupMembers } from "@/service/training/batches/batches";
import { requireBatch } from "@/service/training/jobs/training-access";
import type { Training } from "@/service/training/open-training";

/** Returns the members of a group besides its trajectories, cut out of the body as sent. */
export function readGroupHandler({ state, blobs }: Training): Handler<"trajectories.group"> {
  return async ({ body }, context) => {
    const batch = await requireBatch(state, body.batch_id, context);
    const members = await findGroupMembers(state, batch.id, body.group);
    if (!members) throw new NotFoundError(`The batch has no group ${body.group}.`);
    const texts: string[] = [];
    for (const [name, [start, length]] of Object.entries(members)) {
      texts.push(`${JSON.stringify(name)}:${(await blobs.readPart(batch.blob, start, length)).toString("utf8")}`);
    }
    const { id, group } = { id: batch.id, group: body.group };
    return new RawJson(`{"batch_id":${JSON.stringify(id)},"group_index":${group},"group":{${texts.join(",")}}}`);
  };
}
