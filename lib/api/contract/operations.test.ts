import { describe, expect, it } from "vitest";
import { allOperations, findOperation, operations } from "./operations";

/** The thirteen paths of the interface, in its order. */
const INTERFACE_PATHS = [
  "/call/upsert_batch",
  "/calls/query_stats",
  "/objs/query",
  "/obj/read",
  "/table/query",
  "/table/query_stream",
  "/threads/stream_query",
  "/cost/query",
  "/completions/create",
  "/v1/preview/training-jobs",
  "/v1/preview/models/{model_id}/log",
  "/v1/preview/models/{model_id}/checkpoints",
  "/v1/preview/training-jobs/{training_job_id}/events",
];

describe("the operations table", () => {
  it("has the thirteen operations of the interface as core, and no others", () => {
    const core = allOperations.filter((operation) => operation.standing === "core");
    expect(core.map((operation) => operation.path).sort()).toEqual([...INTERFACE_PATHS].sort());
  });

  it("sends bearer credentials to preview paths and basic ones elsewhere", () => {
    for (const operation of allOperations.filter(({ standing }) => standing === "core")) {
      expect(operation.auth, operation.id).toBe(operation.path.startsWith("/v1/preview/") ? "bearer" : "basic");
    }
  });

  it("names each operation once, by its key", () => {
    for (const [key, operation] of Object.entries(operations)) expect(operation.id).toBe(key);
    const routes = allOperations.flatMap(({ method, path, aliases }) =>
      [path, ...aliases].map((p) => `${method} ${p}`),
    );
    expect(new Set(routes).size).toBe(routes.length);
  });

  it("finds no operation under the name of a prototype's member", () => {
    expect(findOperation("constructor")).toBeUndefined();
    expect(findOperation("__proto__")).toBeUndefined();
  });

  it.each(allOperations.map((operation) => [operation.id, operation] as const))(
    "%s: accepts its example and parses its result",
    (_id, operation) => {
      const { body, result, example } = operation;
      expect(() => operation.params.parse(example.params ?? {})).not.toThrow();
      expect(() => operation.query.parse(example.query ?? {})).not.toThrow();
      if (body.kind === "json" || body.kind === "json-stream" || body.kind === "media")
        expect(() => body.schema.parse(example.body)).not.toThrow();
      if (result.kind === "json" || result.kind === "media")
        expect(() => result.schema.parse(example.result)).not.toThrow();
      if (result.kind === "jsonl") expect(() => result.item.parse(example.result)).not.toThrow();
    },
  );
});
