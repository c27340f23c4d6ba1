import { NotFoundError } from "@/service/kernel/errors/service-errors";
import type { Handler } from "@/service/traces/handlers/handler";

/** Creates a table from rows that are already stored in the project. */
export const createTableFromDigests: Handler<"table.createFromDigests"> = async ({ body }, { tables, identity }) => {
  const { project_id: projectId, row_digests: digests } = body;
  const stored = await tables.rows.find(projectId, digests);
  const items = digests.map((digest) => {
    const item = stored.get(digest);
    if (item === undefined) throw new NotFoundError(`Row ${digest.slice(0, 200)} not found. Nothing was stored.`);
    return item;
  });
  return { digest: await tables.write(projectId, identity.userId, items) };
};
