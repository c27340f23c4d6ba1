import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type AppDatabase, openAppDatabase } from "@/lib/database/app-database";
import { listAudit, recordAudit } from "@/lib/database/audit";
import { insertSavedView, listSavedViews } from "@/lib/database/saved-views";
import { createSession, findLiveSession } from "@/lib/database/sessions";
import { openTemporaryDatabase } from "@/lib/database/testing/temporary-database";
import { createUser, listMembers } from "@/lib/database/users";
import { insertWorkspace } from "@/lib/database/workspaces";
import { copySchemas, digestSource } from "@/lib/postgres/copy-database";
import { describeOnPostgres } from "@/lib/postgres/testing/describe-on-postgres";
import { createTestDatabase, type TestDatabase } from "@/lib/postgres/testing/test-postgres";
import { copySqlite } from "@/lib/sqlite/copy-sqlite";
import { QueueRecords } from "@/service/evaluation/annotation-queues/queue-records";
import { createApiKey, listApiKeys } from "@/service/kernel/access/api-keys";
import { openState } from "@/service/kernel/state/open-state";
import { createModel } from "@/service/training/models/trained-models";
import { openTrainingState } from "@/service/training/state/training-state";
import { moveCommand } from "./move-command";
import { collector } from "./testing/collector";

const QUEUE = { name: "", description: "", scorerRefs: [], assignees: [], reviewsPerItem: null };

const now = new Date("2026-11-20T12:00:00.000Z");
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "heddle-move-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function move(args: string[], DATABASE_URL?: string) {
  const out = collector();
  const errors = collector();
  const environment = { dataFolder: folder, DATABASE_URL };
  const code = await moveCommand(args, { environment, out: out.stream, errors: errors.stream });
  return { code, out: out.text(), errors: errors.text() };
}

const digests = () =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort()
    .map((name) => [
      name,
      createHash("sha256")
        .update(readFileSync(join(folder, name)))
        .digest("hex"),
    ]);

describe("npm run move", () => {
  it.each([
    [["--to", "mysql://u:canary@h/d"], "--to must be an address such as postgres://"],
    [["postgres://u:canary@h/d"], "Invalid arguments"],
    [["--too=postgres://u:canary@h/d"], "Invalid arguments"],
    [[], "--to must be given"],
    [["--to", "postgres://u:canary@h/d", "--only", "traces"], "--only must be dashboard or service"],
  ])("refuses %j without repeating it", async (args, expected) => {
    const { code, errors } = await move(args);
    expect([code, errors]).toEqual([1, expect.stringContaining(expected)]);
    expect(errors).not.toContain("canary");
  });

  it("names a database that it cannot reach, without the password", async () => {
    await (await openAppDatabase(folder)).destroy();
    const { code, errors } = await move(["--to", "postgres://u:canary%2F@127.0.0.1:1/d"]);
    expect([code, errors]).toEqual([1, expect.stringContaining("the PostgreSQL database d on 127.0.0.1:1")]);
    expect(errors).not.toContain("canary");
  });

  it("prints its usage", async () => {
    expect((await move(["--help"])).out).toContain("Nothing in the folder is changed");
  });
});

describeOnPostgres("npm run move to PostgreSQL", () => {
  let place: TestDatabase;
  let opened: AppDatabase | undefined;

  beforeEach(async () => {
    place = await createTestDatabase();
  });

  afterEach(async () => {
    await opened?.destroy();
    opened = undefined;
    await place.drop();
  });

  /** Fills a database and returns the id of a session in it. */
  async function fill(database: AppDatabase): Promise<string> {
    const user = { name: "Zoë \u{1f9f5}", email: "z@example.org", role: "admin", passwordHash: "hash" } as const;
    const { id } = await createUser(database, user, now);
    const session = await createSession(database, id, now);
    const workspace = await insertWorkspace(database, { slug: "air", connectionId: "local", projectId: "a/b" }, now);
    const view = { workspaceId: workspace.id, page: "traces", name: "errors", query: "", ownerId: id, isShared: true };
    await insertSavedView(database, view, now);
    const record = { event: "connection.tested", actorId: id, isAllowed: true, requestId: null } as const;
    await database.transaction().execute(async (transaction) => {
      for (let index = 0; index < 1_203; index += 1) {
        await recordAudit(transaction, { ...record, target: `t${index}` }, now);
      }
    });
    return session;
  }

  /** A data folder as Heddle leaves it when it ends. */
  async function fillFolder(): Promise<string> {
    const scratch = await openTemporaryDatabase();
    const session = await fill(scratch.database);
    await copySqlite(join(scratch.folder, "app.db"), join(folder, "app.db"));
    await scratch.remove();
    return session;
  }

  it("copies everything, also the service's state, leaves the folder as it is, and refuses a database that has data", async () => {
    const session = await fillFolder();
    await fillService();
    const before = digests();
    await expect(openState(folder, place.url)).rejects.toThrow("Copy them with `npm run move`");
    const { code, out, errors } = await move(["--to", place.url]);
    expect([code, errors]).toEqual([0, ""]);
    expect(out).toMatch(/1,203 {2}audit\n/);
    expect(out).toMatch(/ 1 {2}api_key\n/);
    expect(out).toMatch(/ 3 {2}model\n/);
    expect(out).not.toContain("password-of-tests");
    const again = await move(["--to", place.url]);
    expect([again.code, again.errors]).toEqual([1, expect.stringMatching(/^the PostgreSQL .*not empty/)]);
    expect(digests()).toEqual(before);
    await expectDashboard(session);
    await expectService();
  });

  async function expectDashboard(session: string): Promise<void> {
    opened = await openAppDatabase(folder, place.url);
    const [member, ...others] = await listMembers(opened);
    expect(others).toEqual([]);
    expect(member).toMatchObject({ name: "Zoë \u{1f9f5}", role: "admin", isDisabled: false });
    expect((await findLiveSession(opened, session, now))?.user.id).toBe(member?.id);
    const [workspace] = await opened.selectFrom("workspace").select("id").execute();
    const views = await listSavedViews(opened, { workspaceId: workspace?.id ?? "", page: "traces" }, member?.id ?? "");
    expect(views).toMatchObject([{ name: "errors", ownerName: "Zoë \u{1f9f5}" }]);
  }

  /** A service uses what was copied. */
  async function expectService(): Promise<void> {
    const state = await openState(folder, place.url);
    expect(await listApiKeys(state)).toMatchObject([{ name: "ci" }]);
    expect((await state.selectFrom("annotation_queue").select("name").execute()).map(({ name }) => name)).toEqual([
      "Zoë \u{1f9f5}",
    ]);
    await state.destroy();
    const training = await openTrainingState(join(folder, "training"), place.url);
    const model = { entity: "e", project: "p", name: "next", baseModel: "tiny", userId: "u" };
    expect((await createModel(training, model))?.seq).toBe(4);
    await training.destroy();
  }

  it("continues the row numbers after the copied ones", { tags: ["all"] }, async () => {
    await fillFolder();
    await move([], place.url);
    opened = await openAppDatabase(folder, place.url);
    const record = { event: "sign-out", actorId: null, target: "after", isAllowed: true, requestId: null } as const;
    await recordAudit(opened, record, now);
    const { entries } = await listAudit(opened, { limit: 2 });
    expect(entries.map(({ target }) => target)).toEqual(["after", "t1202"]);
  });

  it("copies rows that are only in the write-ahead log, as after a crash", async () => {
    const scratch = await openTemporaryDatabase();
    await fill(scratch.database);
    for (const name of ["app.db", "app.db-wal"]) copyFileSync(join(scratch.folder, name), join(folder, name));
    await scratch.remove();
    const before = digests();
    expect((await move(["--to", place.url])).out).toMatch(/1,203 {2}audit\n/);
    expect(digests()).toEqual(before);
  });

  it("copies nothing from a folder that changes meanwhile", { tags: ["all"] }, async () => {
    await fillFolder();
    const other = await openAppDatabase(folder, place.url);
    const source = await openTemporaryDatabase();
    await fill(source.database);
    const copy = { source: source.database, schema: "heddle_app", omitted: [] };
    const changing = copySchemas(other, [copy], async (copied) => {
      await source.database.deleteFrom("audit").execute();
      expect(await digestSource(copy)).not.toEqual(copied[0]);
      throw new Error("changed");
    });
    await expect(changing).rejects.toThrow("changed");
    expect(await listMembers(other)).toEqual([]);
    await other.destroy();
    await source.remove();
  });

  /** The state of a service that was used. */
  async function fillService(): Promise<void> {
    const scratch = mkdtempSync(join(tmpdir(), "heddle-move-"));
    const state = await openState(scratch);
    await createApiKey(state, { name: "ci" });
    await new QueueRecords(state).add("e/p", { ...QUEUE, name: "Zoë \u{1f9f5}" }, "u");
    const training = await openTrainingState(join(scratch, "training"));
    const model = { entity: "e", project: "p", name: "agent", baseModel: "tiny", userId: "u" };
    for (let index = 0; index < 3; index += 1) await createModel(training, { ...model, name: `agent-${index}` });
    await Promise.all([state.destroy(), training.destroy()]);
    mkdirSync(join(folder, "training"), { recursive: true });
    for (const file of ["service.db", "training/training.db"]) {
      await copySqlite(join(scratch, file), join(folder, file));
    }
    rmSync(scratch, { recursive: true, force: true });
  }

  it("copies only the service's state to a database that has the dashboard's data", async () => {
    await fillFolder();
    expect((await move(["--to", place.url, "--only", "dashboard"])).code).toBe(0);
    await fillService();
    const all = await move(["--to", place.url]);
    expect([all.code, all.errors]).toEqual([1, expect.stringContaining("copy only what it lacks with --only")]);
    const { code, out, errors } = await move(["--to", place.url, "--only", "service"]);
    expect([code, errors]).toEqual([0, ""]);
    expect(out).not.toContain("audit");
    const state = await openState(folder, place.url);
    expect(await listApiKeys(state)).toHaveLength(1);
    await state.destroy();
    expect((await move(["--to", place.url, "--only", "service"])).errors).toContain("not empty");
  });

  it("names a folder without a database", async () => {
    const { code, errors } = await move(["--to", place.url]);
    expect([code, errors]).toEqual([1, expect.stringContaining(`no file app.db in ${folder}`)]);
  });
});
