import { randomUUID } from "node:crypto";
import type { AppDatabase } from "./app-database";

export interface SharedRequest {
  readonly workspaceId: string;
  readonly draft: string;
  readonly ownerName: string;
  readonly createdAt: string;
}

/** Only each user's newest are kept, since a draft may contain images. */
const MAX_SHARED_REQUESTS_PER_USER = 100;

/** Stores a draft under an unguessable id. Deletes the user's oldest drafts beyond a limit. Call it in a transaction. */
export async function insertSharedRequest(
  database: AppDatabase,
  { workspaceId, ownerId, draft }: { workspaceId: string; ownerId: string; draft: string },
  now: Date,
): Promise<string> {
  const id = randomUUID();
  const { latest } = await database
    .selectFrom("shared_request")
    .select(({ fn }) => fn.max("seq").as("latest"))
    .where("owner_id", "=", ownerId)
    .executeTakeFirstOrThrow();
  const row = { id, workspace_id: workspaceId, owner_id: ownerId, draft, created_at: now.toISOString() };
  await database
    .insertInto("shared_request")
    .values({ ...row, seq: (latest ?? 0) + 1 })
    .execute();
  await database
    .deleteFrom("shared_request")
    .where("owner_id", "=", ownerId)
    .where("id", "not in", (query) =>
      query
        .selectFrom("shared_request")
        .select("id")
        .where("owner_id", "=", ownerId)
        // Of two with the same time, the one stored last is the newest.
        .orderBy("created_at", "desc")
        .orderBy("seq", "desc")
        .limit(MAX_SHARED_REQUESTS_PER_USER),
    )
    .execute();
  return id;
}

export async function findSharedRequest(database: AppDatabase, id: string): Promise<SharedRequest | undefined> {
  const row = await database
    .selectFrom("shared_request")
    .innerJoin("user", "user.id", "shared_request.owner_id")
    .select(["shared_request.workspace_id", "shared_request.draft", "shared_request.created_at"])
    .select("user.name as owner_name")
    .where("shared_request.id", "=", id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { workspace_id: workspaceId, draft, owner_name: ownerName, created_at: createdAt } = row;
  return { workspaceId, draft, ownerName, createdAt };
}
