import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { StoreShared } from "@/service/kernel/errors/store-errors";
import { openServerStore } from "@/service/traces/store/engine/server-store";
import type { Store } from "@/service/traces/store/engine/store";
import { EngineFront, type FrontClient } from "@/service/traces/store/testing/engine-front";
import { firstOnce } from "@/test/setup/test-length";
import { ServiceSigns } from "./service-signs";

vi.setConfig({ testTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), "heddle-signs-"));
let front: EngineFront;
const stores: Store[] = [];

beforeAll(async () => {
  front = await EngineFront.open(folder);
});

beforeEach(async () => {
  const { engine } = connect();
  await engine.command("DROP TABLE IF EXISTS service_signs SYNC");
});

afterAll(async () => {
  for (const store of stores) await store.close();
  await front.close();
  rmSync(folder, { recursive: true, force: true });
});

function connect(): { readonly client: FrontClient; readonly engine: Store } {
  const client = front.client();
  const engine = openServerStore(client.url);
  stores.push(engine);
  return { client, engine };
}

/** A living service is never silent this long, however slow the machine is. */
const PATIENT = { everyMs: 100, silenceMs: 2 ** 30, waitMs: 200 };
const IMPATIENT = { everyMs: 100, silenceMs: 1_000, waitMs: 50_000 };

describe("services on one ClickHouse database", () => {
  it("share it when they store files in the same bucket", async () => {
    const signs = [
      await ServiceSigns.open(connect().engine, "s3://files/a/", PATIENT),
      await ServiceSigns.open(connect().engine, "s3://files/a/", PATIENT),
    ];
    expect(await Promise.all(signs.map((each) => each.hasEarlier()))).toEqual([false, true]);
    for (const each of signs) await each.close();
  });

  it.each(
    firstOnce(2, [
      ["in folders of their own", "", ""],
      ["in different buckets", "s3://files/a/", "s3://files/b/"],
      ["partly in a folder", "", "s3://files/b/"],
    ]),
  )("are refused while another one is there and files are %s, with its name", async (_, own, other) => {
    const first = await ServiceSigns.open(connect().engine, other, PATIENT);
    const refused = ServiceSigns.open(connect().engine, own, PATIENT);
    await expect(refused).rejects.toThrow(StoreShared);
    await expect(refused).rejects.toThrow(`process ${process.pid}`);
    await expect(refused).rejects.toThrow("HEDDLE_BLOBS");
    await first.close();
  });

  it("begin at once after one that ended", async () => {
    await (await ServiceSigns.open(connect().engine, "", PATIENT)).close();
    await (await ServiceSigns.open(connect().engine, "", PATIENT)).close();
  });

  it("begin after one that was killed, once its last sign is old", async () => {
    const killed = connect();
    await ServiceSigns.open(killed.engine, "", IMPATIENT);
    killed.client.kill();
    const second = await ServiceSigns.open(connect().engine, "", IMPATIENT);
    await second.close();
  });

  it("are not refused by one that began later, so that one of two remains", async () => {
    const opened = await Promise.allSettled(
      [connect(), connect()].map(({ engine }) => ServiceSigns.open(engine, "", PATIENT)),
    );
    expect(opened.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    for (const each of opened) if (each.status === "fulfilled") await each.value.close();
  });
});
