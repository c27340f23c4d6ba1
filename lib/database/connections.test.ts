import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTemporaryDatabase } from "@/lib/database/testing/temporary-database";
import { isUniqueViolation } from "@/lib/sqlite/open-sqlite";
import type { AppDatabase } from "./app-database";
import { listAudit, recordAudit } from "./audit";
import {
  type ConnectionState,
  deleteConnection,
  findConnection,
  insertConnection,
  listConnections,
  readSealedCredentials,
  replaceConnection,
  storeConnectionTest,
} from "./connections";
import { readSetting, writeSetting } from "./settings";
import {
  deleteWorkspace,
  findWorkspaceBySlug,
  insertWorkspace,
  listWorkspaces,
  listWorkspacesOfProject,
  renameWorkspace,
} from "./workspaces";

const now = new Date("2026-11-20T12:00:00.000Z");
let database: AppDatabase;
let remove: () => Promise<void>;

beforeAll(async () => {
  ({ database, remove } = await openTemporaryDatabase());
});

afterAll(() => remove());

function state(id: string, changes: Partial<ConnectionState> = {}): ConnectionState {
  return {
    id,
    name: `name of ${id}`,
    baseUrl: "https://traces.example.org/",
    dialect: "svc",
    basicUsername: "user",
    basicPassword: "sealed-password",
    bearerToken: null,
    ...changes,
  };
}

describe("connections", () => {
  it("are read without any part of a secret", async () => {
    await insertConnection(database, state("c1"), now);
    const stored = await findConnection(database, "c1");
    expect(stored).toMatchObject({ basicUsername: "user", isPasswordSet: true, isTokenSet: false });
    expect(JSON.stringify([stored, await listConnections(database)])).not.toContain("sealed");
    expect(await readSealedCredentials(database, "c1")).toMatchObject({ basicPassword: "sealed-password" });
  });

  it("have different names", async () => {
    await insertConnection(database, state("c2"), now);
    await expect(insertConnection(database, state("c3", { name: "name of c2" }), now)).rejects.toSatisfy(
      isUniqueViolation,
    );
  });

  it("discard the last test result when they change", async () => {
    await insertConnection(database, state("c4"), now);
    await storeConnectionTest(database, "c4", '{"found":1}');
    expect((await findConnection(database, "c4"))?.lastTest).toBe('{"found":1}');
    const changed = state("c4", { basicPassword: null, dialect: "wb" });
    expect(await replaceConnection(database, changed, now.toISOString(), now)).toBe(true);
    expect(await findConnection(database, "c4")).toMatchObject({ lastTest: null, isPasswordSet: false, dialect: "wb" });
  });

  it("are not replaced when somebody else changed them since", async () => {
    await insertConnection(database, state("c8"), now);
    const before = new Date(now.getTime() - 1).toISOString();
    expect(await replaceConnection(database, state("c8", { dialect: "wb" }), before, now)).toBe(false);
    expect(await findConnection(database, "c8")).toMatchObject({ dialect: state("c8").dialect });
  });

  it("delete their workspaces with them, and only theirs", async () => {
    await insertConnection(database, state("c5"), now);
    await insertConnection(database, state("c6"), now);
    await insertWorkspace(database, { slug: "five", connectionId: "c5", projectId: "e/p" }, now);
    await insertWorkspace(database, { slug: "six", connectionId: "c6", projectId: "e/p" }, now);
    expect(await deleteConnection(database, "c5")).toBe(1);
    expect(await findConnection(database, "c5")).toBeUndefined();
    expect(await findWorkspaceBySlug(database, "five")).toBeUndefined();
    expect(await findWorkspaceBySlug(database, "six")).toBeDefined();
    expect(await deleteConnection(database, "c5")).toBeUndefined();
  });
});

describe("workspaces", () => {
  it("have different slugs, and one per project of a connection", async () => {
    await insertWorkspace(database, { slug: "air", connectionId: "x", projectId: "demo/air" }, now);
    const sameSlug = insertWorkspace(database, { slug: "air", connectionId: "x", projectId: "demo/b" }, now);
    await expect(sameSlug).rejects.toSatisfy(isUniqueViolation);
    const sameProject = insertWorkspace(database, { slug: "b", connectionId: "x", projectId: "demo/air" }, now);
    await expect(sameProject).rejects.toSatisfy(isUniqueViolation);
  });

  it("are found by the path that an SDK prints, the embedded service's first", async () => {
    await insertWorkspace(database, { slug: "far", connectionId: "remote", projectId: "team/run" }, now);
    const slugs = async (project: string) =>
      (await listWorkspacesOfProject(database, "team", project)).map(({ slug }) => slug);
    expect(await slugs("run")).toEqual(["far"]);
    await insertWorkspace(database, { slug: "near", connectionId: "local", projectId: "team/run" }, now);
    expect(await slugs("run")).toEqual(["near", "far"]);
    expect(await slugs("%")).toEqual([]);
  });

  it("can be renamed and removed, and a missing one is reported", async () => {
    const { id } = await insertWorkspace(database, { slug: "old", connectionId: "y", projectId: "a/b" }, now);
    expect(await renameWorkspace(database, id, "new")).toBe(true);
    expect((await listWorkspaces(database)).map((workspace) => workspace.slug)).toContain("new");
    expect(await deleteWorkspace(database, id)).toBe(true);
    expect(await deleteWorkspace(database, id)).toBe(false);
    expect(await renameWorkspace(database, id, "again")).toBe(false);
  });
});

describe("audit", () => {
  it("is paged newest first", async () => {
    for (let index = 0; index < 5; index += 1) {
      const record = { actorId: null, target: `t${index}`, isAllowed: true, requestId: null };
      await recordAudit(database, { event: "connection.tested", ...record }, now);
    }
    const first = await listAudit(database, { limit: 2 });
    expect(first.entries.map((entry) => entry.target)).toEqual(["t4", "t3"]);
    expect(first.hasMore).toBe(true);
    const rest = await listAudit(database, { limit: 10, after: first.entries.at(-1)?.id });
    expect(rest.entries.map((entry) => entry.target)).toEqual(["t2", "t1", "t0"]);
    expect(rest.hasMore).toBe(false);
  });

  it("stores at most one line of a stranger's text", async () => {
    const target = "x".repeat(10_000);
    await recordAudit(
      database,
      { event: "sign-in.failed", actorId: null, target, isAllowed: false, requestId: null },
      now,
    );
    expect((await listAudit(database, { limit: 1 })).entries[0]?.target?.length).toBeLessThanOrEqual(300);
  });
});

describe("settings", () => {
  it("store the last value", async () => {
    expect(await readSetting(database, "vault-check")).toBeUndefined();
    await writeSetting(database, "vault-check", "a");
    await writeSetting(database, "vault-check", "b");
    expect(await readSetting(database, "vault-check")).toBe("b");
  });
});
