import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { allOperations } from "@/lib/api/contract/operations";
import { openService, type Service } from "@/service/service";

const KEY = "hdl_a-key-without-limits";

let folder = "";
let service: Service;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "audience-"));
  service = await openService({ dataFolder: folder, HEDDLE_API_KEY: KEY }, pino({ level: "silent" }));
});

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

it.each(allOperations.filter(({ audience }) => audience === "dashboard").map((row) => [row.id, row] as const))(
  "%s is for the dashboard only and is refused to every key",
  async (_, { path, method, example }) => {
    const request = new Request(`http://service${path}`, {
      method,
      headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json", "x-heddle-user": "person-1" },
      ...(method === "GET" ? {} : { body: JSON.stringify(example.body ?? {}) }),
    });
    const { status } = await service.fetch(request);
    expect(status).toBe(403);
  },
);
