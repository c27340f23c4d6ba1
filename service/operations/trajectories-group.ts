import { NotFound } from "@/service/http/errors";
import type { Handler } from "@/service/http/handler";
import { RawJson } from "@/service/http/raw-json";
import { findGroupMembers } from "@/service/training/batches";
import type { Training } from "@/service/training/open-training";
import { requireBatch } from "./training-access";

/** The members of a group beside its trajectories, cut out of the body as it came. */
export function readGroupHandler({ state, blobs }: Training): Handler<"trajectories.group"> {
  return async ({ body }, context) => {
    const batch = await requireBatch(state, body.batch_id, context);
    const members = await findGroupMembers(state, batch.id, body.group);
    if (!members) throw new NotFound(`The batch has no group ${body.group}.`);
    const texts: string[] = [];
    for (const [name, [start, length]] of Object.entries(members)) {
      texts.push(`${JSON.stringify(name)}:${(await blobs.readPart(batch.blob, start, length)).toString("utf8")}`);
    }
    const { id, group } = { id: batch.id, group: body.group };
    return new RawJson(`{"batch_id":${JSON.stringify(id)},"group_index":${group},"group":{${texts.join(",")}}}`);
  };
}
