import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v7 as uuidv7 } from "uuid";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { openAppDatabase } from "@/lib/database/app-database";
import { createApiKey, listApiKeys } from "@/service/kernel/access/api-keys";
import { createPass } from "@/service/kernel/access/operator-pass";
import { openState } from "@/service/kernel/state/open-state";
import { type ServedService, serveService } from "@/service/testing/served-service";
import { backupCommand } from "./backup-command";
import { collector } from "./testing/collector";

const KEY = "hk_0123456789012345678901234567890123456789";
const PROJECT = "e/p";
/** Calls are written to it during a backup. */
const BUSY = "e/busy";
/** Another project of the same folder. */
const OTHER = "e/other";

let folder: string;
let dataFolder: string;
let served: ServedService;

async function start(path: string): Promise<void> {
  served = await serveService(path, KEY);
}

async function run(
  args: string[],
  environment: {
    CLICKHOUSE_URL?: string;
    DATABASE_URL?: string;
    HEDDLE_SECRET_KEY?: string;
    HEDDLE_BLOBS?: string;
    dataFolder?: string;
    serviceUrl?: string;
  } = {},
) {
  const out = collector();
  const errors = collector();
  const verb = args[0] === "restore" || args[0] === "repair" ? args[0] : null;
  const code = await backupCommand(verb ?? "backup", verb === null ? args : args.slice(1), {
    environment: {
      dataFolder,
      serviceUrl: environment.serviceUrl ?? served.url,
      CLICKHOUSE_URL: undefined,
      HEDDLE_BLOBS: undefined,
      ...environment,
    },
    out: out.stream,
    errors: errors.stream,
  });
  return { code, out: out.text(), errors: errors.text() };
}

async function ask<Row>(path: string, body: unknown): Promise<Row[]> {
  const answer = await fetch(`${served.url}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Row]));
}

interface Call {
  readonly id: string;
}

const startOf = (id: string, seconds: number, project: string) => ({
  mode: "start",
  req: {
    start: {
      project_id: project,
      id,
      trace_id: uuidv7(),
      op_name: "answer",
      started_at: new Date(seconds * 1_000).toISOString(),
      attributes: {},
      inputs: { text: `question ${seconds}` },
    },
  },
});

const endOf = (id: string, seconds: number, project: string) => ({
  mode: "end",
  req: {
    end: {
      project_id: project,
      id,
      ended_at: new Date(seconds * 1_000 + 5).toISOString(),
      output: seconds,
      summary: {},
    },
  },
});

/** Stores a call whose end comes with it, or a running one. */
async function storeCall(seconds: number, { project = PROJECT, isEnded = true } = {}): Promise<string> {
  const id = uuidv7();
  const start = startOf(id, seconds, project);
  const batch = isEnded ? [start, endOf(id, seconds, project)] : [start];
  await ask("/call/upsert_batch", { batch });
  return id;
}

const storedCalls = (project = PROJECT) => ask<Call>("/calls/stream_query", { project_id: project });

async function storeObject(name: string): Promise<string> {
  const [answer] = await ask<{ digest: string }>("/obj/create", {
    obj: { project_id: PROJECT, object_id: name, val: { prompt: `You are ${name}.` } },
  });
  return answer?.digest ?? "";
}

describe("npm run backup and npm run restore, of one data folder", () => {
  let root: string;

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), "heddle-backup-"));
    dataFolder = mkdtempSync(join(root, "data-"));
    await start(dataFolder);
    await storeCall(1_700_000_000, { project: OTHER });
    expect(await run([join(root, "first", "one.tar")])).toMatchObject({ code: 0, errors: "" });
  });

  beforeEach(() => {
    folder = mkdtempSync(join(root, "files-"));
  });

  afterAll(async () => {
    await served.close();
    rmSync(root, { recursive: true, force: true });
  });

  const frozenFiles = () => {
    const path = join(dataFolder, "traces", "shadow");
    return existsSync(path) ? readdirSync(path) : [];
  };

  it("leaves nothing behind: no frozen files, no passes, no unfinished archive", async () => {
    expect(frozenFiles()).toEqual(["increment.txt"]);
    expect(readdirSync(dataFolder).filter((name) => name.startsWith("operator-"))).toEqual([]);
    expect(readdirSync(join(root, "first"))).toEqual(["one.tar"]);
  });

  it("leaves out the keys on request, and says so when it restores", async () => {
    const file = join(folder, "keyless.tar");
    // Left by a replacement that the next start completes.
    for (const name of ["secret.key.previous", "service.key.previous"]) {
      writeFileSync(join(dataFolder, name), "a replaced key", { mode: 0o600 });
    }
    await run([file, "--without-keys"]);
    for (const name of ["secret.key.previous", "service.key.previous"]) rmSync(join(dataFolder, name));
    const restored = join(folder, "restored");
    const { out } = await run(["restore", file, "--to", restored]);
    expect(out).toContain("It has no keys");
    expect(readdirSync(restored).filter((name) => name.includes(".key"))).toEqual([]);
    expect(existsSync(join(dataFolder, "service.key"))).toBe(true);
  });

  it("signs with a key that is not in the backup, and says when it does not", async () => {
    const HEDDLE_SECRET_KEY = randomBytes(32).toString("base64");
    const [file, plain] = [join(folder, "signed.tar"), join(folder, "plain.tar")];
    expect((await run([file], { HEDDLE_SECRET_KEY })).out).not.toContain("not signed");
    expect((await run([plain])).out).toContain("It is not signed");
    const restore = (from: string, environment = {}, ...more: string[]) =>
      run(["restore", from, "--to", mkdtempSync(join(folder, "to-")), ...more], environment);
    expect((await restore(file, { HEDDLE_SECRET_KEY })).out).toContain("Its signature is right.");
    expect((await restore(file)).out).toContain("was not checked");
    expect(await restore(plain, { HEDDLE_SECRET_KEY })).toMatchObject({
      code: 1,
      errors: expect.stringContaining("--unsigned"),
    });
    expect((await restore(plain, { HEDDLE_SECRET_KEY }, "--unsigned")).out).toContain("It is not signed");
  });

  it("refuses a service that does not use the folder", async () => {
    const other = mkdtempSync(join(folder, "other-"));
    const { code, errors } = await run([join(folder, "x.tar")], { dataFolder: other });
    expect([code, errors]).toEqual([1, expect.stringContaining(`is not the service of ${other}`)]);
    expect(existsSync(join(folder, "x.tar"))).toBe(false);
  });

  it("answers 401 to a freeze without a pass, and to a pass that was used", async () => {
    const before = frozenFiles();
    const freeze = (pass: string) =>
      fetch(`${served.url}/operator/freeze`, { method: "POST", headers: { authorization: `Bearer ${pass}` } });
    expect((await freeze(KEY)).status).toBe(401);
    expect((await freeze(`../../etc/passwd.${"0".repeat(64)}`)).status).toBe(401);
    expect(frozenFiles()).toEqual(before);
    const pass = await createPass(dataFolder);
    expect((await freeze(pass)).status).toBe(200);
    expect((await freeze(pass)).status).toBe(401);
  });

  it("never overwrites a file or a folder that holds something", async () => {
    const file = join(folder, "kept.tar");
    writeFileSync(file, "precious");
    expect(await run([file])).toMatchObject({ code: 1, errors: expect.stringContaining("exists already") });
    expect(readFileSync(file, "utf8")).toBe("precious");
    const { code, errors } = await run(["restore", join(root, "first", "one.tar")]);
    expect([code, errors]).toEqual([1, expect.stringContaining(`${dataFolder} is not empty`)]);
  });

  it("asks for --without-traces when the traces are on a server", async () => {
    const environment = { CLICKHOUSE_URL: "http://127.0.0.1:8123" };
    const file = join(folder, "state.tar");
    expect(await run([file], environment)).toMatchObject({
      code: 1,
      errors: expect.stringContaining("--without-traces"),
    });
    expect(await run([file, "--without-traces"], environment)).toMatchObject({ code: 0 });
    const restored = join(folder, "restored");
    expect(await run(["restore", file, "--to", restored])).toMatchObject({ code: 0, errors: "" });
    expect(existsSync(join(restored, "service.db"))).toBe(true);
    expect(existsSync(join(restored, "traces"))).toBe(false);
  });

  it("names the database that the accounts are in, without its password, when they are not in the folder", async () => {
    const { out } = await run([join(folder, "folder.tar")], {
      DATABASE_URL: "postgres://u:canary@db.example.org/heddle",
    });
    expect(out).toContain("back up the PostgreSQL database heddle on db.example.org:5432 with pg_dump");
    expect(out).not.toContain("canary");
  });

  it("asks for --without-blobs when files and checkpoints are in object storage", async () => {
    const environment = { HEDDLE_BLOBS: "s3://bucket/heddle" };
    const file = join(folder, "no-blobs.tar");
    const refused = await run([file], environment);
    expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining("s3://bucket/heddle") });
    expect(await run([file, "--without-blobs"], environment)).toMatchObject({ code: 0 });
  });

  describe("when it is restored", () => {
    const calls: string[] = [];
    const acknowledged: string[] = [];
    let stored: { readonly calls: Call[]; readonly feedback: unknown[]; readonly objects: unknown[] };
    /** Acknowledged before the backup began. */
    let owed: readonly string[];

    const readStored = async () => ({
      calls: await storedCalls(),
      feedback: await ask("/feedback/query", { project_id: PROJECT }),
      objects: await ask("/objs/query", { project_id: PROJECT }),
    });

    beforeAll(async () => {
      calls.push(await storeCall(1_700_000_000), await storeCall(1_700_000_001, { isEnded: false }));
      await storeObject("pirate");
      await ask("/feedback/create", {
        project_id: PROJECT,
        weave_ref: `weave:///${PROJECT}/call/${calls[0]}`,
        feedback_type: "reward",
        payload: { value: 1 },
      });
      stored = await readStored();
      const controller = new AbortController();
      const writers = [0, 1].map(async (writer) => {
        for (let index = 0; !controller.signal.aborted; index += 1) {
          const seconds = 1_700_000_000 + writer * 10_000 + index;
          acknowledged.push(await storeCall(seconds, { project: BUSY, isEnded: index % 3 > 0 }));
        }
      });
      await vi.waitUntil(() => acknowledged.length > 12, { timeout: 30_000 });
      owed = [...acknowledged];
      const file = join(root, "backups", "monday.tar");
      const backup = await run([file]);
      controller.abort();
      await Promise.all(writers);
      expect(backup).toMatchObject({ code: 0, errors: "" });
      expect(backup.out).toContain(`Wrote ${file}: `);
      await storeCall(1_700_000_002);
      await served.close();
      const restored = join(root, "restored");
      expect(await run(["restore", file, "--to", restored])).toMatchObject({ code: 0, errors: "" });
      await start(restored);
    });

    it("has all that was stored before, with the service running", async () => {
      expect(stored.calls.map(({ id }) => id).sort()).toEqual([...calls].sort());
      expect(await readStored()).toEqual(stored);
      // The call that was running ends in the restored service.
      await ask("/call/upsert_batch", { batch: [endOf(calls[1] ?? "", 1_700_000_001, PROJECT)] });
      expect((await storedCalls()).map(({ id }) => id).sort()).toEqual([...calls].sort());
    });

    it("contains every call that was acknowledged before the backup began, while more were written", async () => {
      const found = (await storedCalls(BUSY)).map(({ id }) => id);
      expect(new Set(found).size).toBe(found.length);
      expect(owed.filter((id) => !found.includes(id))).toEqual([]);
      expect(found.filter((id) => !acknowledged.includes(id))).toEqual([]);
    });
  });
});

describe("npm run backup and npm run restore, of a folder without a service", () => {
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "heddle-backup-"));
    dataFolder = mkdtempSync(join(folder, "data-"));
    await start(dataFolder);
  });

  afterEach(async () => {
    await served.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("works without a running service, and contains the databases beside the traces", { tags: ["all"] }, async () => {
    const id = await storeCall(1_700_000_000);
    await served.close();
    const state = await openState(dataFolder);
    await createApiKey(state, { name: "ci", projects: null });
    await state.destroy();
    await (await openAppDatabase(dataFolder)).destroy();
    const file = join(folder, "at-rest.tar");
    expect(await run([file])).toMatchObject({ code: 0, errors: "" });
    const restored = join(folder, "restored");
    await run(["restore", file, "--to", restored]);
    const copy = await openState(restored);
    expect((await listApiKeys(copy)).map(({ name }) => name)).toEqual(["ci"]);
    await copy.destroy();
    expect(existsSync(join(restored, "app.db"))).toBe(true);
    expect(statSync(join(restored, "service.key")).mode & 0o777).toBe(0o600);
    await start(restored);
    expect((await storedCalls()).map((call) => call.id)).toEqual([id]);
  });
});

describe("the command lines of npm run backup, npm run restore and npm run repair", () => {
  it.each([
    ["no name", [], "The name of the file is missing."],
    ["a backup without a name", ["restore"], "The name of the file is missing."],
    ["a repair without a backup", ["repair"], "The backup is missing: --from FILE."],
    ["a repair of no data folder", ["repair", "--from", "x.tar"], "There are no traces in /nowhere."],
    ["an unknown option", ["x.tar", "--quickly"], "--quickly"],
    ["a file that is not there", ["restore", "/nowhere/x.tar", "--to", "/tmp/heddle-nothing"], "/nowhere/x.tar"],
  ])("refuses %s", async (_name, args, message) => {
    const { code, errors } = await run(args, { dataFolder: "/nowhere", serviceUrl: "http://127.0.0.1:9" });
    expect([code, errors]).toEqual([1, expect.stringContaining(message)]);
  });
});
