import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTemporaryDatabase } from "@/lib/database/testing/temporary-database";
import type { AppDatabase } from "./app-database";
import { createSession, findLiveSession } from "./sessions";
import { findOpenedShareLink, insertShareLink, setSharingAllowed } from "./share-links";
import { createUser, removeUser, type User } from "./users";
import { findOwnRole, hasOwnRoles, listWorkspaceMembers, setOwnRole } from "./workspace-roles";
import { deleteWorkspace, insertWorkspace } from "./workspaces";

const NOW = new Date("2026-11-20T12:00:00.000Z");

let database: AppDatabase;
let remove: () => Promise<void>;
let count = 0;

beforeAll(async () => {
  ({ database, remove } = await openTemporaryDatabase());
});

afterAll(() => remove());

async function newUser(name: string, role: User["role"] = "member"): Promise<User> {
  count += 1;
  return await createUser(database, { name, email: `w${count}@example.org`, role, passwordHash: "h" }, NOW);
}

async function newWorkspace() {
  count += 1;
  const workspace = { slug: `w-${count}`, connectionId: "local", projectId: `team/w-${count}` };
  return await insertWorkspace(database, workspace, NOW);
}

describe("roles in workspaces", () => {
  it("are read with the session, all of them, and replaced or taken back", async () => {
    const user = await newUser("Mia");
    const session = await createSession(database, user.id, NOW);
    const [one, two] = [await newWorkspace(), await newWorkspace()];
    const roles = async () => {
      const found = await findLiveSession(database, session, NOW);
      return new Map(found?.user.workspaceRoles.map((own) => [own.projectId, own.role]));
    };
    expect(await roles()).toEqual(new Map());
    await setOwnRole(database, { userId: user.id, workspaceId: one.id }, "none");
    await setOwnRole(database, { userId: user.id, workspaceId: two.id }, "viewer");
    await setOwnRole(database, { userId: user.id, workspaceId: two.id }, "admin");
    expect(await roles()).toEqual(
      new Map([
        [one.projectId, "none"],
        [two.projectId, "admin"],
      ]),
    );
    await setOwnRole(database, { userId: user.id, workspaceId: one.id }, null);
    expect(await roles()).toEqual(new Map([[two.projectId, "admin"]]));
    expect(await findOwnRole(database, { userId: user.id, workspaceId: one.id })).toBeNull();
  });

  it("list all users by name, each with the role in that workspace only", async () => {
    const [here, elsewhere] = [await newWorkspace(), await newWorkspace()];
    const [zoe, adam] = [await newUser("zoe", "viewer"), await newUser("Adam")];
    await setOwnRole(database, { userId: zoe.id, workspaceId: here.id }, "member");
    await setOwnRole(database, { userId: adam.id, workspaceId: elsewhere.id }, "none");
    const listed = (await listWorkspaceMembers(database, here.id)).filter(({ id }) => [zoe.id, adam.id].includes(id));
    expect(listed.map(({ name, role, ownRole }) => [name, role, ownRole])).toEqual([
      ["Adam", "member", null],
      ["zoe", "viewer", "member"],
    ]);
  });

  it("end the links that a user created in it, once they are no longer a member there", async () => {
    const user = await newUser("Ida");
    const { id: workspaceId } = await newWorkspace();
    await setSharingAllowed(database, workspaceId, true);
    const link = { workspaceId, ownerId: user.id, kind: "trace", targetId: "t", title: "A trace" } as const;
    await insertShareLink(database, "token", { ...link, expiresAt: "2026-12-20T12:00:00.000Z" }, NOW);
    const isOpen = async () => (await findOpenedShareLink(database, "token", NOW)) !== undefined;
    const seen: boolean[] = [await isOpen()];
    for (const role of ["viewer", "none", "member", null] as const) {
      await setOwnRole(database, { userId: user.id, workspaceId }, role);
      seen.push(await isOpen());
    }
    expect(seen).toEqual([true, false, false, true, true]);
  });

  it("are deleted with their user, and with their workspace", async () => {
    const user = await newUser("Tom");
    const other = await newUser("Ada");
    const [one, two] = [await newWorkspace(), await newWorkspace()];
    for (const { id } of [one, two]) {
      await setOwnRole(database, { userId: user.id, workspaceId: id }, "viewer");
    }
    await setOwnRole(database, { userId: other.id, workspaceId: two.id }, "viewer");
    await database.transaction().execute((transaction) => removeUser(transaction, user, NOW));
    expect([await hasOwnRoles(database, one.id), await hasOwnRoles(database, two.id)]).toEqual([false, true]);
    await deleteWorkspace(database, two.id);
    expect(await findOwnRole(database, { userId: other.id, workspaceId: two.id })).toBeNull();
  });
});
