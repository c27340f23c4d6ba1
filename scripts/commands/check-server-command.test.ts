import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openServerStore } from "@/service/traces/store/engine/server-store";
import { EngineFront } from "@/service/traces/store/testing/engine-front";
import { checkServerCommand } from "./check-server-command";
import { collector } from "./testing/collector";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), "heddle-check-"));
let front: EngineFront;

beforeAll(async () => {
  front = await EngineFront.open(folder);
});

afterAll(async () => {
  await front.close();
  rmSync(folder, { recursive: true, force: true });
});

async function run(args: string[], clickhouseUrl?: string) {
  const [out, errors] = [collector(), collector()];
  const code = await checkServerCommand(args, { clickhouseUrl, out: out.stream, errors: errors.stream });
  return { code, out: out.text(), errors: errors.text() };
}

describe("check-server", () => {
  // The next test does all checks, too, and passes all but one.
  it("passes a front over the embedded engine, and leaves nothing behind", { tags: ["all"] }, async () => {
    const { url } = front.client();
    const { code, out, errors } = await run([url]);
    expect(errors).toBe("");
    expect(code).toBe(0);
    expect(out).toContain("ClickHouse 26.7");
    expect(out).not.toContain("secret");
    const store = openServerStore(url);
    expect(await store.read({ sql: "SELECT name FROM system.databases WHERE name LIKE 'heddle_check%'" })).toEqual([]);
    await store.close();
  });

  it("reports the check that a server does not pass, and still removes the database", { tags: ["all"] }, async () => {
    const client = front.client();
    client.fate = (sql) => (sql.startsWith("ALTER TABLE call_rows DELETE") ? "lost" : "answered");
    const { code, out, errors } = await run([], client.url);
    expect(code).toBe(1);
    expect(out).toContain("ClickHouse 26.7");
    expect(out + errors).not.toContain("secret");
    expect(errors.match(/^failed .*/gm)).toEqual([expect.stringContaining("removes old calls")]);
    const store = openServerStore(client.url);
    expect(await store.read({ sql: "SELECT name FROM system.databases WHERE name LIKE 'heddle_check%'" })).toEqual([]);
    await store.close();
  });

  it("never repeats an address, which contains a password", async () => {
    await expect(run(["tcp://user:secret@host:9000"])).rejects.toThrow(/^The address of the server is not like/);
    await expect(run(["http://user:secret@host:8123", "--fast"])).rejects.toThrow(/^Invalid arguments/);
    await expect(run([])).rejects.toThrow("check-server");
    expect((await run(["--help"])).out).toContain("check-server");
  });
});
