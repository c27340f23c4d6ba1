// @module-tag all

import { mkdtempSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { v7 as uuid7 } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "@/e2e/support/free-port";
import { buildPrograms } from "@/scripts/prepare/build.mjs";
import { createApiKey } from "@/service/kernel/access/api-keys";
import { openState } from "@/service/kernel/state/open-state";
import { ServiceProcess } from "@/test/faults/service-process";
import { noteFigures, scaled } from "@/test/setup/test-length";
import { peakMemoryMib } from "./process-figures";

const PATIENCE_MS = 300_000;
const CONNECTIONS = scaled(20, 1_000);
/** Each connection makes at least two rounds, and goes on for this long. */
const LOAD_MS = scaled(0, 600_000);
/** Each holds several megabytes in this process too. */
const FLOODING = scaled(20, 100);
/** Of one call of the flood. */
const LARGE_BYTES = scaled(100_000, 1_000_000);
const SLEEPING_READERS = scaled(20, 500);

/** The engine may use half of the memory of the machine, at most 8 GiB; requests in progress come on top. */
const MAX_MEMORY_MIB = 4_096;

let folder: string;
let service: ServiceProcess;
let keys: { readonly crowd: string; readonly other: string };

beforeAll(async () => {
  await buildPrograms();
  folder = mkdtempSync(join(tmpdir(), "heddle-load-"));
  const state = await openState(folder);
  const crowd = await createApiKey(state, { name: "crowd" });
  const other = await createApiKey(state, { name: "other" });
  await state.destroy();
  keys = { crowd: crowd.key, other: other.key };
  service = new ServiceProcess({ dataFolder: folder, port: await freePort() });
  await service.ready;
}, PATIENCE_MS);

afterAll(async () => {
  await service.kill();
  rmSync(folder, { recursive: true, force: true });
}, PATIENCE_MS);

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | null;
}

async function post(key: string, path: string, body: unknown): Promise<Answer> {
  const response = await fetch(`${service.url}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text(), retryAfter: response.headers.get("retry-after") };
}

function batchOf(project: string, calls: number, bytes: number): unknown {
  const batch = Array.from({ length: calls }, () => {
    const id = uuid7();
    const times = { started_at: "2026-11-20T10:00:00Z", ended_at: "2026-11-20T10:00:01Z" };
    const call = { project_id: project, id, trace_id: id, op_name: "turn", attributes: {}, summary: {}, ...times };
    return { ...call, inputs: { text: "x".repeat(bytes) }, output: null };
  });
  return { batch };
}

async function countOf(project: string): Promise<number> {
  const { text } = await post(keys.other, "/calls/query_stats", { project_id: project });
  return (JSON.parse(text) as { count: number }).count;
}

/** The other sender stores one call of a project, which then has so many, and reads all; returns how long both took. */
async function writeAndRead(project: string, calls: number): Promise<number> {
  const startMs = performance.now();
  const written = await post(keys.other, `/v2/${project}/calls/complete`, batchOf(project, 1, 100));
  const read = await post(keys.other, "/calls/stream_query", { project_id: project });
  expect([written.status, read.status, lineCount(read.text)]).toEqual([200, 200, calls]);
  return performance.now() - startMs;
}

const lineCount = (text: string) => text.split("\n").filter((line) => line !== "").length;

describe(`${CONNECTIONS} connections`, () => {
  it(
    "that read and write at the same time get all that they stored, within bounded memory, and others are answered",
    async (test) => {
      const project = "load/crowd";
      const startMs = performance.now();
      const isOver = () => performance.now() - startMs >= LOAD_MS;
      let requests = 0;
      let acknowledged = 0;
      let busy = 0;
      const count = ({ status, retryAfter, text }: Answer) => {
        requests += 1;
        if (status === 429) busy += 1;
        expect([status, retryAfter, text.slice(0, 200)]).toEqual([
          expect.toBeOneOf([200, 429]),
          status === 429 ? expect.stringMatching(/^\d+$/) : null,
          text.slice(0, 200),
        ]);
      };
      const one = async () => {
        for (let round = 0; round < 2 || !isOver(); round += 1) {
          const written = await post(keys.crowd, `/v2/${project}/calls/complete`, batchOf(project, 5, 500));
          count(written);
          if (written.status === 200) acknowledged += 5;
          const read = await post(keys.crowd, "/calls/stream_query", { project_id: project, limit: 20 });
          count(read);
          if (read.status === 200) expect(lineCount(read.text)).toBeGreaterThan(0);
        }
      };
      const waitsMs: number[] = [];
      const peaks: number[] = [];
      const other = async () => {
        while (waitsMs.length < 2 || !isOver()) {
          waitsMs.push(await writeAndRead("load/beside", waitsMs.length + 1));
          peaks.push(peakMemoryMib(service.pid) ?? 0);
          await pause(scaled(0, 1_000));
        }
      };
      await Promise.all([...Array.from({ length: CONNECTIONS }, one), other()]);
      const seconds = Math.round((performance.now() - startMs) / 1_000);
      expect(await countOf(project)).toBe(acknowledged);
      expect(peaks.every((peak) => peak < MAX_MEMORY_MIB)).toBe(true);
      const [fastestMs = 0, ...slowerMs] = waitsMs.toSorted((a, b) => a - b);
      noteFigures(test, {
        "connections; seconds": `${CONNECTIONS}; ${seconds}`,
        "requests; refused with 429": `${requests}; ${busy}`,
        "calls stored; lost": `${acknowledged}; 0`,
        "a write and a read of another sender meanwhile, ms: half of them, slowest": `${Math.round(
          slowerMs[Math.floor(slowerMs.length / 2)] ?? fastestMs,
        )}, ${Math.round(slowerMs.at(-1) ?? fastestMs)}`,
        "peak memory at half of the time and at the end, MiB": `${peaks[peaks.length >> 1] ?? 0}, ${peaks.at(-1) ?? 0}`,
      });
    },
    PATIENCE_MS + 2 * LOAD_MS,
  );

  it(
    "of one sender do not keep another from writing and reading",
    async (test) => {
      let isOver = false;
      const statuses = new Map<number, number>();
      const flood = async () => {
        while (!isOver) {
          const { status, retryAfter } = await post(
            keys.crowd,
            "/v2/load/flood/calls/complete",
            batchOf("load/flood", 4, LARGE_BYTES),
          );
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          expect([status, retryAfter]).toEqual(status === 429 ? [429, expect.stringMatching(/^\d+$/)] : [200, null]);
          await post(keys.crowd, "/calls/query_stats", { project_id: "load/flood" });
        }
      };
      const flooding = Array.from({ length: FLOODING }, flood);
      await expect.poll(() => statuses.size, { timeout: PATIENCE_MS }).toBeGreaterThan(0);
      let slowestMs = 0;
      for (let request = 0; request < scaled(5, 60); request += 1) {
        slowestMs = Math.max(slowestMs, await writeAndRead("load/other", request + 1));
      }
      isOver = true;
      await Promise.all(flooding);
      noteFigures(test, {
        "large batches stored and refused meanwhile": `${statuses.get(200) ?? 0}, ${statuses.get(429) ?? 0}`,
        "slowest write and read of another sender, ms": Math.round(slowestMs),
        "peak memory after the flood, MiB": peakMemoryMib(service.pid) ?? "unknown",
      });
    },
    PATIENCE_MS * scaled(1, 4),
  );
});

describe(`${SLEEPING_READERS} readers that stop reading`, () => {
  it(
    "do not keep another sender from reading everything, within bounded memory",
    async (test) => {
      const project = "load/large";
      for (let batch = 0; batch < 10; batch += 1) {
        const { status, text } = await post(keys.other, `/v2/${project}/calls/complete`, batchOf(project, 40, 50_000));
        expect([status, text]).toEqual([200, text]);
      }
      const body = JSON.stringify({ project_id: project });
      const head = [
        "POST /calls/stream_query HTTP/1.1",
        "host: localhost",
        `authorization: Bearer ${keys.crowd}`,
        "content-type: application/json",
        `content-length: ${body.length}`,
      ];
      const sleepers: Socket[] = [];
      let answered = 0;
      const { hostname, port } = new URL(service.url);
      for (let reader = 0; reader < SLEEPING_READERS; reader += 1) {
        const socket = connect(Number(port), hostname, () => socket.write(`${head.join("\r\n")}\r\n\r\n${body}`));
        socket.on("error", () => undefined);
        socket.once("data", () => {
          answered += 1;
          socket.pause();
        });
        sleepers.push(socket);
      }
      await expect.poll(() => answered, { timeout: PATIENCE_MS }).toBeGreaterThan(0);
      const startMs = performance.now();
      const { status, text } = await post(keys.other, "/calls/stream_query", { project_id: project });
      const seconds = Math.round((performance.now() - startMs) / 1_000);
      for (const socket of sleepers) socket.destroy();
      expect([status, lineCount(text)]).toEqual([200, 400]);
      const peak = peakMemoryMib(service.pid);
      if (peak !== null) expect(peak).toBeLessThan(MAX_MEMORY_MIB);
      noteFigures(test, {
        "sleeping readers": SLEEPING_READERS,
        "seconds until another sender had all rows": seconds,
        "peak memory at the end, MiB": peak ?? "unknown",
      });
    },
    PATIENCE_MS,
  );
});
