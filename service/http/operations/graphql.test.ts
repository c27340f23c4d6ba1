import { describe, expect, it } from "vitest";
import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import type { HandlerContext } from "@/service/traces/handlers/handler";
import { handleGraphql } from "./graphql";

const context = { identity: { userId: "key-1", name: "mia", projects: null } } as HandlerContext;

const ask = (query: string, variables: Record<string, unknown> | null = null) =>
  handleGraphql({ params: {}, query: {}, body: { query, variables } }, context);

describe("answerGraphql", () => {
  it("returns the key's owner and the default entity", async () => {
    expect(await ask("query { viewer { username defaultEntity { name } } }")).toEqual({
      data: { viewer: { username: "mia", defaultEntity: { name: "local" } } },
    });
  });

  it("reports every requested project as existing", async () => {
    const query =
      "query Get($name: String!, $entity: String) { model(name: $name, entityName: $entity) { name entityName } }";
    expect(await ask(query, { name: "airline", entity: "demo" })).toEqual({
      data: { model: { name: "airline", entityName: "demo" } },
    });
  });

  it("accepts the upsert of a project", async () => {
    const query =
      'mutation M($e: String) { upsertModel(input: {name: "p", entityName: $e}) { p: project { name entityName } inserted } }';
    expect(await ask(query, { e: "demo" })).toEqual({
      data: { upsertModel: { p: { name: "p", entityName: "demo" }, inserted: false } },
    });
  });

  it("answers null to unknown fields, prototypes included", async () => {
    expect(await ask("{ viewer { apiKeys { edges } constructor } toString }")).toEqual({
      data: { viewer: { apiKeys: null, constructor: null }, toString: null },
    });
  });

  it("refuses a query that is not GraphQL", async () => {
    await expect(ask("{ viewer ")).rejects.toThrow(InvalidRequestError);
  });
});
