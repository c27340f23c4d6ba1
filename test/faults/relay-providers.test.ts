import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AppOperationId, type AppResultOf, appOperations } from "@/lib/api/contract/app/app-operations";
import { failureBody } from "@/lib/api/contract/errors/service-error";
import type { Role } from "@/lib/api/contract/operation/app-operation";
import { OpenAiProvider } from "@/test/provider/openai-provider";
import { DashboardWithService } from "./dashboard-with-service";
import type { TestDashboard } from "./relay-dashboard";

const KEY = "sk-canary-of-a-provider-key";
const HEADER = "header-canary-of-a-provider";

let opened: DashboardWithService;
let app: TestDashboard;
let provider: OpenAiProvider;
const serviceLines: string[] = [];

beforeAll(async () => {
  provider = await OpenAiProvider.start();
  opened = await DashboardWithService.open(
    pino({ level: "trace" }, { write: (line: string) => void serviceLines.push(line) }),
  );
  app = opened.app;
});

afterAll(async () => {
  await opened.close();
  await provider.stop();
});

const seen: string[] = [];

async function ok<Id extends AppOperationId>(id: Id, input: unknown): Promise<AppResultOf<Id>> {
  const response = await app.app(id, input, "admin");
  const text = await response.text();
  expect([response.status, text]).toEqual([200, text]);
  seen.push(text);
  return appOperations[id].result.parse(JSON.parse(text)) as AppResultOf<Id>;
}

async function refused(id: AppOperationId, input: unknown, role: Role) {
  const response = await app.app(id, input, role);
  const text = await response.text();
  seen.push(text);
  return { http: response.status, ...failureBody.parse(JSON.parse(text)).error };
}

const mine = () => ({
  name: "mine",
  base_url: provider.url,
  api_key: KEY,
  api_version: "2026-01-01",
  extra_headers: { "x-canary": HEADER },
});

async function complete(model: string) {
  const inputs = { model, messages: [{ role: "user", content: "Hello" }] };
  const body = { project_id: "e/p", inputs, track_llm_call: false };
  const response = await app.call("completions.create", { role: "member", body });
  const text = await response.text();
  seen.push(text);
  return text;
}

describe("providers in the dashboard", () => {
  it("are configured only by admins", async () => {
    for (const role of ["viewer", "member"] as const) {
      for (const id of [
        "modelProviders.list",
        "modelProviders.set",
        "modelProviders.remove",
        "modelProviders.test",
      ] as const) {
        const input = id === "modelProviders.list" ? {} : id === "modelProviders.set" ? mine() : { name: "mine" };
        expect(await refused(id, input, role)).toMatchObject({ http: 403 });
      }
    }
  });

  it("are called with their key, headers and version, as soon as they are configured", async () => {
    expect(await ok("modelProviders.set", mine())).toMatchObject({
      name: "mine",
      source: "settings",
      key: "set",
      extra_header_names: ["x-canary"],
      api_version: "2026-01-01",
    });
    expect(await ok("modelProviders.test", { name: "mine" })).toEqual({ models: ["plain", "tools"], failure: null });
    expect(await complete("mine/plain")).toContain("Hello dear Mia");
    expect(provider.last.path).toBe("/v1/chat/completions?api-version=2026-01-01");
    expect(provider.last.headers).toMatchObject({ authorization: `Bearer ${KEY}`, "x-canary": HEADER });
    const { entries } = await ok("audit.list", { limit: 1, event: "provider.set" });
    expect(entries[0]).toMatchObject({ event: "provider.set", target: `mine ${new URL(provider.url).origin}` });
  });

  it("that refuse their key say so without showing it", async () => {
    expect(await complete("mine/refused")).toContain("Incorrect API key");
  });

  it("with another address do not get the key of the previous one", async () => {
    const other = await OpenAiProvider.start();
    try {
      expect(await ok("modelProviders.set", { name: "mine", base_url: other.url })).toMatchObject({
        key: "not-needed",
      });
      await complete("mine/plain");
      expect(JSON.stringify(other.last)).not.toMatch(new RegExp(`${KEY}|${HEADER}`));
    } finally {
      await other.stop();
    }
  });

  it("are reported as unreachable, or missing", async () => {
    await ok("modelProviders.set", { ...mine(), base_url: "http://127.0.0.1:1/v1" });
    const { models, failure } = await ok("modelProviders.test", { name: "mine" });
    expect([models, failure]).toEqual([null, expect.stringContaining("cannot be reached at 127.0.0.1:1")]);
    expect(await refused("modelProviders.test", { name: "nobody" }, "admin")).toMatchObject({ kind: "not-found" });
    expect(await refused("modelProviders.remove", { name: "nobody" }, "admin")).toMatchObject({ kind: "not-found" });
    expect(await refused("modelProviders.set", { ...mine(), base_url: "file:///etc" }, "admin")).toMatchObject({
      kind: "validation",
      detail: [{ loc: ["body", "base_url"] }],
    });
  });

  it("are no longer listed after removal", async () => {
    await ok("modelProviders.remove", { name: "mine" });
    expect(await complete("mine/plain")).toContain("No provider found");
    const { entries } = await ok("audit.list", { limit: 1 });
    expect(entries[0]).toMatchObject({ event: "provider.removed", target: "mine" });
  });

  it("are not available through the relay", async () => {
    for (const operation of ["providers.list", "providers.set", "providers.remove", "providers.test"]) {
      const method = operation === "providers.list" ? "GET" : "POST";
      const response = await app.call(operation, { role: "admin", method, ...(method === "POST" ? { body: {} } : {}) });
      expect([operation, response.status]).toEqual([operation, 404]);
    }
  });

  it("show their key and headers in no response and no log", () => {
    const all = [...seen, ...app.logLines, ...serviceLines].join("\n");
    expect(all).not.toContain(KEY);
    expect(all).not.toContain(HEADER);
    expect(seen.length).toBeGreaterThan(10);
  });
});
