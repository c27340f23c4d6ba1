import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { v7 as uuidv7 } from "uuid";
import { afterAll, describe, expect, it, vi } from "vitest";
import { openService, type Service } from "@/service/service";
import { noteDamage } from "@/service/testing/noted-damage";
import { DamageRecords } from "@/service/traces/store/engine/damage-records";
import { failFileSteps } from "@/service/traces/store/testing/file-steps";

const KEY = "hk_0123456789012345678901234567890123456789";
const TOKEN = "prometheus-0123456789";

const folder = mkdtempSync(join(tmpdir(), "heddle-metrics-"));
let service: Service | undefined;
let setting: string | undefined;

afterAll(async () => {
  await service?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens the service with this setting, if it does not run with it already. */
async function start(metrics?: string): Promise<void> {
  if (service !== undefined && setting === metrics) return;
  await service?.close();
  setting = metrics;
  const environment = { dataFolder: folder, HEDDLE_API_KEY: KEY, ...(metrics ? { HEDDLE_METRICS: metrics } : {}) };
  service = await openService(environment, pino({ level: "silent" }));
}

async function ask(path: string, { key, body }: { key?: string; body?: object } = {}): Promise<Response> {
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const text = body && JSON.stringify(body);
  if (text) headers["content-length"] = String(text.length);
  const init = text ? { method: "POST", headers, body: text } : { headers };
  const response = await service?.fetch(new Request(`http://127.0.0.1${path}`, init));
  if (!response) throw new Error("The service is not open.");
  return response;
}

async function valuesOf(metric: string): Promise<string[]> {
  const text = await (await ask("/metrics")).text();
  return text.split("\n").filter((line) => line.startsWith(metric));
}

describe("/metrics", () => {
  it("does not exist unless a setting says so", async () => {
    await start();
    expect((await ask("/metrics", { key: KEY })).status).toBe(404);
  });

  it("asks for the token of the setting, and takes no API key for it", async () => {
    await start(TOKEN);
    for (const key of [undefined, KEY, "open", `${TOKEN}0`]) {
      const response = await ask("/metrics", key === undefined ? {} : { key });
      expect(response.status).toBe(401);
      expect(await response.text()).not.toContain(TOKEN);
    }
    expect((await ask("/metrics", { key: TOKEN })).status).toBe(200);
  });

  it("counts requests by operation and status, and scanners as one", async () => {
    await start("open");
    const id = uuidv7();
    const project_id = "e/p";
    const started_at = "2026-01-01T00:00:00Z";
    const body = { start: { project_id, id, trace_id: id, op_name: "answer", started_at, attributes: {}, inputs: {} } };
    expect((await ask("/call/start", { key: KEY, body })).status).toBe(200);
    await ask("/call/start", { body });
    await ask("/wp-admin.php");
    await ask("/.git/config");
    // A reader waits until what was acknowledged is stored.
    expect((await ask("/calls/query_stats", { key: KEY, body: { project_id } })).status).toBe(200);
    expect(await valuesOf('heddle_request_duration_seconds_count{operation="call.start"')).toEqual([
      'heddle_request_duration_seconds_count{operation="call.start",status="2xx"} 1',
      'heddle_request_duration_seconds_count{operation="call.start",status="4xx"} 1',
    ]);
    expect(await valuesOf('heddle_request_duration_seconds_count{operation="none",status="4xx"}')).toEqual([
      'heddle_request_duration_seconds_count{operation="none",status="4xx"} 2',
    ]);
    expect(await valuesOf('heddle_request_body_bytes_total{operation="call.start"}')).toEqual([
      `heddle_request_body_bytes_total{operation="call.start"} ${2 * JSON.stringify(body).length}`,
    ]);
    expect(await valuesOf('heddle_stored_rows{table="call_rows"}')).toEqual([
      'heddle_stored_rows{table="call_rows"} 1',
    ]);
    expect(await valuesOf("heddle_engine_up")).toEqual(["heddle_engine_up 1"]);
    expect(await valuesOf("heddle_waiting_write_bytes")).toEqual(["heddle_waiting_write_bytes 0"]);
    expect(await valuesOf("process_resident_memory_bytes")).toHaveLength(1);
    expect(await valuesOf("nodejs_eventloop_lag_p99_seconds")).toHaveLength(1);
  });
});

describe("/metrics of damaged data", () => {
  it("counts what results lack, and has no number where none is known", async () => {
    await service?.close();
    [service, setting] = [undefined, undefined];
    await noteDamage(folder, "e/damaged");
    const records = await DamageRecords.open(folder);
    const unknown = { project_id: null, table: "service.db", rows: null, first: null, last: null };
    await records.replace("database", [
      { kind: "database", table: "service.db", part: "page 3", bytes: 0, missing: [unknown] },
    ]);
    await start("open");
    expect(await valuesOf("heddle_missing_rows{")).toEqual([
      'heddle_missing_rows{table="file_contents"} 1',
      'heddle_missing_rows{table="service.db"} Nan',
    ]);
    expect(await (await ask("/health")).json()).toMatchObject({ status: "ok", is_damaged: true });
  });
});

describe("/health of a disk with errors", () => {
  it("says that calls cannot be stored, which are refused, until they can be", async () => {
    await service?.close();
    [service, setting] = [undefined, undefined];
    // A service that no one has read from yet: what it acknowledges is in its log.
    await start("open");
    const send = async () => {
      const id = uuidv7();
      const started_at = "2026-01-01T00:00:00Z";
      const call = {
        project_id: "e/disk",
        id,
        trace_id: id,
        op_name: "answer",
        started_at,
        attributes: {},
        inputs: {},
      };
      return (await ask("/call/start", { key: KEY, body: { start: call } })).status;
    };
    const health = async () => await (await ask("/health")).json();
    expect(await send()).toBe(200);
    expect(await health()).not.toHaveProperty("is_write_failing");
    try {
      await failFileSteps((change) => change === "datasync");
      expect(await send()).toBe(502);
      expect(await health()).toMatchObject({ status: "ok", is_write_failing: true });
    } finally {
      vi.restoreAllMocks();
    }
    expect(await send()).toBe(200);
    expect(await health()).not.toHaveProperty("is_write_failing");
    const counted = await ask("/calls/query_stats", { key: KEY, body: { project_id: "e/disk" } });
    expect(await counted.json()).toMatchObject({ count: 2 });
  });
});

describe("/ready", () => {
  it("is ok while everything responds, without a key", async () => {
    await start("open");
    const response = await ask("/ready");
    expect([response.status, await response.json()]).toEqual([200, { status: "ok" }]);
  });

  it("names what does not respond once the engine is closed", async () => {
    await start("open");
    await service?.close();
    const response = await ask("/ready");
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({ status: "unavailable", failed: ["traces", "state", "training"] });
    service = undefined;
  });
});
