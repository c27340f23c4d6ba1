import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allOperations } from "@/lib/api/contract/operations";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { BARE_PASSWORD, BARE_TOKEN, BARE_USER, BareService } from "./bare-service";

let service: BareService;

beforeAll(async () => {
  service = await BareService.start();
  service.stored.versions.push({
    object_id: "support_prompt",
    digest: "d1",
    version_index: 0,
    created_at: "2026-01-01T00:00:00Z",
    kind: "object",
    base_object_class: "Prompt",
    val: { content: "Be kind." },
  });
  service.stored.events.set("job-1", []);
});
afterAll(() => service.stop());

const basic = `Basic ${Buffer.from(`${BARE_USER}:${BARE_PASSWORD}`).toString("base64")}`;

function ask(method: string, path: string, authorization: string, body?: unknown): Promise<Response> {
  const init = { method, headers: { authorization } };
  return fetch(service.url + path, body === undefined ? init : { ...init, body: stringifyJson(body) });
}

const fill = (path: string, params: Readonly<Record<string, string>> = {}) =>
  path.replace(/\{(\w+)\}/g, (_place, name: string) => params[name] ?? "job-1");

const core = allOperations.filter(({ standing }) => standing === "core");
const extensions = allOperations.filter(({ standing }) => standing === "extension");

describe("the bare service", () => {
  it("has exactly the thirteen operations", () => {
    expect(core).toHaveLength(13);
  });

  it.each(core.map((operation) => [operation.id, operation] as const))(
    "supports %s, and refuses another credential",
    async (_id, operation) => {
      const path = fill(operation.path, operation.example.params as Record<string, string> | undefined);
      const isBearer = operation.auth === "bearer";
      const refused = await ask(
        operation.method,
        path,
        isBearer ? basic : `Bearer ${BARE_TOKEN}`,
        operation.method === "POST" ? {} : undefined,
      );
      expect(refused.status).toBe(401);
      const answer = await ask(
        operation.method,
        path,
        isBearer ? `Bearer ${BARE_TOKEN}` : basic,
        operation.method === "POST" ? {} : undefined,
      );
      const text = await answer.text();
      expect(text).not.toContain('"Not Found"');
      expect([200, 404, 422]).toContain(answer.status);
    },
  );

  it.each(extensions.map((operation) => [operation.id, operation] as const))(
    "does not support %s",
    async (_id, operation) => {
      const answer = await ask(
        operation.method,
        fill(operation.path),
        basic,
        operation.method === "POST" ? {} : undefined,
      );
      expect(answer.status).toBe(404);
      expect(await answer.json()).toEqual({ detail: "Not Found" });
    },
  );

  it("rejects members that the interface does not define, and names their place", async () => {
    const answer = await ask("POST", "/objs/query", basic, { project_id: "a/b", columns: ["x"] });
    expect(answer.status).toBe(422);
    const { detail } = (await answer.json()) as { detail: unknown[] };
    expect(detail).toEqual([
      { loc: ["body", "columns"], msg: "Extra inputs are not permitted", type: "extra_forbidden" },
    ]);
  });
});
