import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSqlite } from "@/lib/sqlite/open-sqlite";
import { createInvitation, findAccountLink, listInvitations } from "./account-links";
import { type AppDatabase, openAppDatabase } from "./app-database";
import { appMigrations } from "./app-migrations";
import { listAudit } from "./audit";
import { insertSavedView, listSavedViews } from "./saved-views";
import { findLiveSession } from "./sessions";
import { removeUser } from "./users";
import { hasOwnRoles, setOwnRole } from "./workspace-roles";
import { listWorkspaces } from "./workspaces";

const NOW = new Date("2026-11-20T12:00:00.000Z");
const at = NOW.toISOString();
const TOKEN = "a-token-of-the-first-release";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "heddle-migrations-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The database as the first release left it: with a signed-in user, an invited user and a workspace. */
async function makeFirstRelease(): Promise<void> {
  const tokenHash = createHash("sha256").update(TOKEN).digest("hex");
  const { "001-first-tables": first } = appMigrations;
  if (!first) throw new Error("The first migration is gone.");
  const database = await openSqlite<unknown>(join(folder, "app.db"), { "001-first-tables": first });
  for (const statement of [
    sql`insert into user values ('u1', 'Ines', 'ines@example.org', 'admin', 'hash', 0, ${at})`,
    sql`insert into session values ('s1', 'u1', ${at}, ${at})`,
    sql`insert into workspace values ('w1', 'air', 'local', 'demo/air', ${at})`,
    sql`insert into account_link values ('l1', 'invitation', 'viewer', ${tokenHash}, ${at}, '2026-11-27T12:00:00.000Z', null)`,
    sql`insert into audit (at, event, actor_id, target, is_allowed) values (${at}, 'account.created', 'u1', 'ines@example.org', 1)`,
  ]) {
    await statement.execute(database);
  }
  await database.destroy();
}

async function columnsOf(database: AppDatabase, table: string): Promise<unknown[]> {
  return (await sql`select * from pragma_table_info(${table}) order by name`.execute(database)).rows;
}

describe("a database of the first release", () => {
  it("keeps its users, sessions, links, workspaces and audit log", async () => {
    await makeFirstRelease();
    const database = await openAppDatabase(folder);
    try {
      expect((await findLiveSession(database, "s1", NOW))?.user).toMatchObject({ id: "u1", role: "admin" });
      expect(await listInvitations(database, NOW)).toMatchObject([{ id: "l1", role: "viewer", createdBy: null }]);
      expect(await findAccountLink(database, TOKEN, NOW)).toMatchObject({ id: "l1", role: "viewer" });
      expect((await listAudit(database, { limit: 9 })).entries).toMatchObject([{ actorName: "Ines" }]);
      const place = { workspaceId: "w1", page: "traces" };
      const view = { ...place, name: "errors", query: "q=status:error", ownerId: "u1", isShared: false };
      await insertSavedView(database, view, NOW);
      expect(await listSavedViews(database, place, "u1")).toMatchObject([{ name: "errors", ownerName: "Ines" }]);
      const { token } = await createInvitation(database, "member", NOW, "u1");
      expect(await findAccountLink(database, token, NOW)).toMatchObject({ kind: "invitation", userId: null });
    } finally {
      await database.destroy();
    }
  });

  it("renames workspaces whose addresses belong to pages now", async () => {
    await makeFirstRelease();
    const { "001-first-tables": first } = appMigrations;
    if (!first) throw new Error("The first migration is gone.");
    const old = await openSqlite<unknown>(join(folder, "app.db"), { "001-first-tables": first });
    for (const slug of ["share", "oauth"]) {
      await sql`insert into workspace values (${`${slug}-id-of-it`}, ${slug}, 'local', ${slug}, ${at})`.execute(old);
    }
    await old.destroy();
    const database = await openAppDatabase(folder);
    const slugs = (await listWorkspaces(database)).map(({ slug }) => slug);
    await database.destroy();
    expect(slugs).toEqual(["air", "oauth-oauth-id", "share-share-id"]);
  });

  it("has the same columns as a new database after migration", async () => {
    await makeFirstRelease();
    const upgraded = await openAppDatabase(folder);
    const other = mkdtempSync(join(tmpdir(), "heddle-migrations-"));
    const fresh = await openAppDatabase(other);
    try {
      const people = ["user", "account_link", "audit", "identity", "former_user", "second_factor", "recovery_code"];
      for (const table of [...people, "saved_view", "default_view", "workspace_role"]) {
        const columns = await columnsOf(fresh, table);
        expect(columns.length).toBeGreaterThan(0);
        expect([table, await columnsOf(upgraded, table)]).toEqual([table, columns]);
      }
    } finally {
      await upgraded.destroy();
      await fresh.destroy();
      rmSync(other, { recursive: true, force: true });
    }
  });

  it("deletes a user with all their data except their name in the audit log", async () => {
    await makeFirstRelease();
    const database = await openAppDatabase(folder);
    try {
      const user = { id: "u1", name: "Ines", email: "ines@example.org", role: "admin" } as const;
      await insertSavedView(
        database,
        { workspaceId: "w1", page: "traces", name: "errors", query: "", ownerId: "u1", isShared: true },
        NOW,
      );
      await setOwnRole(database, { userId: "u1", workspaceId: "w1" }, "none");
      await database.transaction().execute((transaction) => removeUser(transaction, user, NOW));
      expect(await hasOwnRoles(database, "w1")).toBe(false);
      expect(await findLiveSession(database, "s1", NOW)).toBeUndefined();
      expect(await listSavedViews(database, { workspaceId: "w1", page: "traces" }, "u2")).toEqual([]);
      expect((await listAudit(database, { limit: 9 })).entries).toMatchObject([{ actorName: "Ines" }]);
    } finally {
      await database.destroy();
    }
  });
});
