import { v4 as uuid4 } from "uuid";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedTestService, type TestService } from "@/service/testing/open-service";
import { routerTarget } from "@/service/testing/router-target";
import { upsertBatch } from "@/service/traces/operations/calls/call-upsert-batch";
import { readProjectPrices } from "@/service/traces/store/prices/prices";
import { costsSuite } from "@/test/contract/costs.suite";
import type { Target } from "@/test/contract/target";
import { auditCosts } from "./cost-audit";
import { createCosts } from "./cost-create";
import { purgeCosts } from "./cost-purge";
import { queryCosts } from "./cost-query";

let service: TestService;
let target: Target;

beforeAll(async () => {
  service = await sharedTestService();
  target = routerTarget(service, {
    "cost.query": queryCosts,
    "cost.create": createCosts,
    "cost.purge": purgeCosts,
    "cost.audit": auditCosts,
    "call.upsertBatch": upsertBatch,
  });
});

const newProject = () => `e/${uuid4()}`;

// `npm test` runs the suite through a door of test/contract.
describe("through the router alone", { tags: ["all"] }, () => costsSuite(() => target, newProject));

const PRICE = { prompt_token_cost: 1, completion_token_cost: 2 };

async function priced(...models: string[]) {
  const project_id = newProject();
  const costs = Object.fromEntries(models.map((model) => [model, PRICE]));
  const { ids } = await target.ask("cost.create", { project_id, costs });
  return { project_id, ids: new Map(ids.map(([id, model]) => [model, id])) };
}

const modelsOf = async (project_id: string, rest: object = {}) =>
  (await target.ask("cost.query", { project_id, ...rest })).results.map(({ llm_id }) => llm_id).sort();

const idIs = (value: unknown) => ({ $eq: [{ $getField: "id" }, { $literal: value }] });

describe("/cost/query of the embedded service", () => {
  it("filters and sorts by who set a price, when, and at which level", async () => {
    const { project_id } = await priced("a", "b");
    const where = (field: string, value: unknown) => ({
      query: { $expr: { $eq: [{ $getField: field }, { $literal: value }] } },
    });
    expect(await modelsOf(project_id, where("created_by", "mia"))).toEqual(["a", "b"]);
    expect(await modelsOf(project_id, where("created_by", "amir"))).toEqual([]);
    expect(await modelsOf(project_id, where("pricing_level", "project"))).toEqual(["a", "b"]);
    expect(await modelsOf(project_id, where("pricing_level_id", project_id))).toEqual(["a", "b"]);
    const after = { $gt: [{ $getField: "created_at" }, { $literal: "2026-01-01T00:00:00Z" }] };
    expect(await modelsOf(project_id, { query: { $expr: after } })).toEqual(["a", "b"]);
    expect(await modelsOf(project_id, { sort_by: [{ field: "effective_date", direction: "desc" }] })).toHaveLength(2);
  });

  it("names an unknown field, also one that every object has", async () => {
    for (const field of ["price", "constructor", "costs.id", "id; DROP TABLE costs"]) {
      const failure = await target.fail("cost.query", { project_id: "e/p", fields: [field] });
      expect(failure).toMatchObject({ status: 400, reason: `Unknown field: ${field}` });
    }
  });

  it("stays within the project for every expression", async () => {
    const other = await priced("secret");
    const { project_id } = await priced("mine");
    const always = { $or: [idIs("x"), { $not: [idIs("x")] }] };
    expect(await modelsOf(project_id, { query: { $expr: always } })).toEqual(["mine"]);
    const theirs = { $eq: [{ $getField: "pricing_level_id" }, { $literal: other.project_id }] };
    expect(await modelsOf(project_id, { query: { $expr: theirs } })).toEqual([]);
  });

  it("never returns the providers' published prices", async () => {
    expect(await modelsOf(newProject(), { query: { $expr: idIs("default") } })).toEqual([]);
  });

  it("returns rates of cached tokens that were set, and null for others", async () => {
    const project_id = newProject();
    const costs = { a: { ...PRICE, cache_read_input_token_cost: 0.25 }, b: PRICE };
    await target.ask("cost.create", { project_id, costs });
    const sort_by = [{ field: "llm_id", direction: "asc" }];
    const { results } = await target.ask("cost.query", { project_id, sort_by });
    expect(results.map((record) => record.cache_read_input_token_cost)).toEqual([0.25, null]);
  });
});

describe("/cost/create", () => {
  it("takes effect now when no date is given, in dollars, from the default provider", async () => {
    const before = Date.now();
    const { project_id } = await priced("a");
    const [record] = (await target.ask("cost.query", { project_id })).results;
    expect(record).toMatchObject({ provider_id: "default", prompt_token_cost_unit: "USD" });
    const effectiveMs = Date.parse(record?.effective_date ?? "");
    expect(effectiveMs).toBeGreaterThanOrEqual(before);
    expect(effectiveMs).toBeLessThanOrEqual(Date.now());
  });

  it("accepts a request without models", async () => {
    expect(await target.ask("cost.create", { project_id: newProject(), costs: {} })).toMatchObject({ ids: [] });
  });

  it.each([
    ["a negative rate", { ...PRICE, completion_token_cost: -1 }, 400],
    ["a negative rate of cached tokens", { ...PRICE, cache_read_input_token_cost: -1 }, 400],
    ["a date that the store cannot hold", { ...PRICE, effective_date: "0001-01-01T00:00:00Z" }, 400],
    ["a price without a rate for completions", { prompt_token_cost: 1 }, 422],
    ["a rate that is no number", { ...PRICE, prompt_token_cost: "1" }, 422],
  ])("refuses %s, and stores no price of that request", async (_, price, status) => {
    const project_id = newProject();
    const costs = { good: PRICE, bad: price };
    expect((await target.fail("cost.create", { project_id, costs })).status).toBe(status);
    expect(await modelsOf(project_id)).toEqual([]);
  });
});

describe("/cost/purge", () => {
  it.each([
    ["$eq", (ids: string[]) => idIs(ids[0]), ["b", "c"]],
    [
      "$in",
      (ids: string[]) => ({ $in: [{ $getField: "id" }, ids.slice(0, 2).map(($literal) => ({ $literal }))] }),
      ["c"],
    ],
    ["$or of $eq", (ids: string[]) => ({ $or: ids.slice(1).map(idIs) }), ["a"]],
    ["an unknown id", () => idIs("nobody's"), ["a", "b", "c"]],
  ])("deletes the prices that %s names, for queries and for costs of calls", async (_, expression, rest) => {
    const { project_id, ids } = await priced("a", "b", "c");
    const [a = "", b = "", c = ""] = ["a", "b", "c"].map((model) => ids.get(model));
    expect(await target.ask("cost.purge", { project_id, query: { $expr: expression([a, b, c]) } })).toEqual({});
    expect(await modelsOf(project_id)).toEqual(rest);
    expect([...(await readProjectPrices(service.store, project_id)).keys()].sort()).toEqual(rest);
  });

  it("deletes nothing of another project", async () => {
    const { project_id, ids } = await priced("a");
    await target.ask("cost.purge", { project_id: newProject(), query: { $expr: idIs(ids.get("a")) } });
    expect(await modelsOf(project_id)).toEqual(["a"]);
  });

  it.each([
    ["another field", { $eq: [{ $getField: "llm_id" }, { $literal: "a" }] }],
    ["a range", { $gt: [{ $getField: "id" }, { $literal: "" }] }],
    ["a negation", { $not: [idIs("x")] }],
    ["a conjunction", { $and: [idIs("x"), idIs("y")] }],
    ["an $or with something else in it", { $or: [idIs("x"), { $not: [idIs("y")] }] }],
    ["an empty $or", { $or: [] }],
    ["an empty $in", { $in: [{ $getField: "id" }, []] }],
    ["a number for an id", idIs(1)],
    ["null for an id", idIs(null)],
  ])("refuses %s", async (_, expression) => {
    const { project_id } = await priced("a");
    expect((await target.fail("cost.purge", { project_id, query: { $expr: expression } })).status).toBe(400);
    expect(await modelsOf(project_id)).toEqual(["a"]);
  });
});
