import { randomUUID } from "node:crypto";
import type { AppDatabase } from "./app-database";

/** Registrations that nobody has allowed yet: anyone may register, so their number and age are bounded. */
const MAX_UNCONNECTED_CLIENTS = 1000;
const UNCONNECTED_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

/** A program that registered itself. Nobody has vouched for its name. */
export interface OauthClient {
  readonly id: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
}

/** Deletes registrations that nobody allowed in time, and the oldest of too many. */
async function removeUnconnectedClients(database: AppDatabase, now: Date): Promise<void> {
  const unconnected = database
    .selectFrom("oauth_client")
    .select("oauth_client.id")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("oauth_grant").select("oauth_grant.id").whereRef("oauth_grant.client_id", "=", "oauth_client.id"),
        ),
      ),
    );
  const oldest = new Date(now.getTime() - UNCONNECTED_LIFETIME_MS).toISOString();
  await database
    .deleteFrom("oauth_client")
    .where("id", "in", unconnected.where("oauth_client.created_at", "<", oldest))
    .execute();
  const kept = unconnected.orderBy("oauth_client.created_at", "desc").limit(MAX_UNCONNECTED_CLIENTS - 1);
  const surplus = unconnected.where("oauth_client.id", "not in", kept);
  await database.deleteFrom("oauth_client").where("id", "in", surplus).execute();
}

/** Stores a registration and returns it with its id, which is no secret. */
export async function insertOauthClient(
  database: AppDatabase,
  { name, redirectUris }: Omit<OauthClient, "id">,
  now: Date,
): Promise<OauthClient> {
  await removeUnconnectedClients(database, now);
  const id = randomUUID();
  await database
    .insertInto("oauth_client")
    .values({ id, name, redirect_uris: JSON.stringify(redirectUris), created_at: now.toISOString() })
    .execute();
  return { id, name, redirectUris };
}

export async function findOauthClient(database: AppDatabase, id: string): Promise<OauthClient | undefined> {
  const row = await database
    .selectFrom("oauth_client")
    .select(["id", "name", "redirect_uris"])
    .where("id", "=", id)
    .executeTakeFirst();
  // Only insertOauthClient writes this column.
  return row && { id: row.id, name: row.name, redirectUris: JSON.parse(row.redirect_uris) as string[] };
}
