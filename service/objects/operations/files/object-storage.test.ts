import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openService, type Service } from "@/service/service";
import { type ObjectServer, startObjectServer } from "@/service/traces/store/files/testing/object-server";

const KEY = "hk_0123456789012345678901234567890123456789";
const HELLO = "LPJNulXwow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ";

let server: ObjectServer;
let folder: string;
let service: Service;

beforeAll(async () => {
  server = await startObjectServer();
  folder = mkdtempSync(join(tmpdir(), "heddle-service-"));
  const environment = { dataFolder: folder, HEDDLE_API_KEY: KEY, HEDDLE_BLOBS: server.address };
  service = await openService(environment, pino({ level: "silent" }));
});

afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

function send(path: string, body: FormData | string): Response | Promise<Response> {
  const headers = { authorization: `Bearer ${KEY}` };
  return service.fetch(new Request(`http://service${path}`, { method: "POST", headers, body }));
}

const ready = async () => {
  const response = await service.fetch(new Request("http://service/ready"));
  return { status: response.status, body: await response.json() };
};

describe("a service with its files in object storage", () => {
  it("stores and returns files, and none of their bytes in the data folder", async () => {
    const form = new FormData();
    form.set("project_id", "e/p");
    form.set("file", new Blob(["hello"]), "greeting");
    expect(await (await send("/file/create", form)).json()).toEqual({ digest: HELLO });
    const content = await send("/file/content", JSON.stringify({ project_id: "e/p", digest: HELLO }));
    expect(await content.text()).toBe("hello");
    const local = readdirSync(join(folder, "blobs"), { recursive: true, withFileTypes: true });
    expect(local.filter((entry) => entry.isFile())).toEqual([]);
    expect(await (await server.openBucket()).keys("files/")).toHaveLength(1);
    expect(await ready()).toEqual({ status: 200, body: { status: "ok" } });
  });

  it("is not ready, and says so for each file, while the storage does not answer", async () => {
    await server.close();
    expect(await ready()).toEqual({ status: 503, body: { status: "unavailable", failed: ["blobs"] } });
    const content = await send("/file/content", JSON.stringify({ project_id: "e/p", digest: HELLO }));
    expect(content.status).toBe(502);
  });
});
