import { describe, expect, it } from "vitest";
import { costFields } from "@/lib/api/contract/costs/cost-fields";
import type { Target } from "./target";

const DAY = "2026-11-20T00:00:00Z";

/** Checks /cost/query through every door to the service. */
export function costsSuite(target: () => Target, newProject: () => string): void {
  async function priced(): Promise<string> {
    const project_id = newProject();
    const costs = {
      "gpt-4o": {
        prompt_token_cost: 0.0000025,
        completion_token_cost: 0.00001,
        effective_date: DAY,
        provider_id: "openai",
      },
      "small-1": { prompt_token_cost: 0, completion_token_cost: 0.000001 },
    };
    await target().ask("cost.create", { project_id, costs });
    return project_id;
  }

  const query = async (project_id: string, rest: object = {}) =>
    (await target().ask("cost.query", { project_id, ...rest })).results;

  const models = async (project: string, rest: object) => (await query(project, rest)).map(({ llm_id }) => llm_id);

  const is = (field: string, value: unknown) => ({ $eq: [{ $getField: field }, { $literal: value }] });

  describe("/cost/query", () => {
    it("returns every field of the interface", async () => {
      const project = await priced();
      const [record] = await query(project, { query: { $expr: is("llm_id", "gpt-4o") } });
      expect(record).toMatchObject({
        id: expect.any(String),
        llm_id: "gpt-4o",
        prompt_token_cost: 0.0000025,
        completion_token_cost: 0.00001,
        prompt_token_cost_unit: "USD",
        completion_token_cost_unit: "USD",
        provider_id: "openai",
      });
      expect(Date.parse(record?.effective_date ?? "")).toBe(Date.parse(DAY));
    });

    it("returns only the requested fields, the others as null", async () => {
      const project = await priced();
      for (const field of costFields) {
        const [record] = await query(project, { fields: [field], limit: 1 });
        for (const other of costFields) {
          if (other === field) expect(record?.[other], other).not.toBeNull();
          else expect(record?.[other], other).toBeNull();
        }
      }
      expect((await query(project, { fields: [] }))[0]?.llm_id).not.toBeNull();
    });

    it("filters by expression, always within the project", async () => {
      const project = await priced();
      await priced();
      expect(await models(project, { query: { $expr: is("provider_id", "default") } })).toEqual(["small-1"]);
      expect(
        await models(project, { query: { $expr: { $and: [is("llm_id", "gpt-4o"), is("provider_id", "openai")] } } }),
      ).toEqual(["gpt-4o"]);
      expect(
        await models(project, { query: { $expr: { $gt: [{ $getField: "prompt_token_cost" }, { $literal: 0 }] } } }),
      ).toEqual(["gpt-4o"]);
    });

    it("sorts and pages", async () => {
      const project = await priced();
      const by = (field: string, direction: string) => ({ sort_by: [{ field, direction }] });
      expect(await models(project, by("llm_id", "desc"))).toEqual(["small-1", "gpt-4o"]);
      expect(await models(project, by("prompt_token_cost", "desc"))).toEqual(["gpt-4o", "small-1"]);
      expect(await models(project, { ...by("llm_id", "asc"), limit: 1, offset: 1 })).toEqual(["small-1"]);
      expect(await models(project, { limit: 0 })).toEqual([]);
      expect(
        await models(project, { fields: null, query: null, sort_by: null, limit: null, offset: null }),
      ).toHaveLength(2);
    });

    it("returns nothing for a project without prices", async () => {
      expect(await query(newProject())).toEqual([]);
    });

    it.each([
      ["no project", {}, 422],
      ["an unknown field", { project_id: "e/p", fields: ["price"] }, 400],
      ["an unknown sort field", { project_id: "e/p", sort_by: [{ field: "price", direction: "asc" }] }, 400],
      ["an unknown field in the query", { project_id: "e/p", query: { $expr: is("price", 1) } }, 400],
      ["fields that are no list", { project_id: "e/p", fields: "llm_id" }, 422],
      ["a negative limit", { project_id: "e/p", limit: -1 }, 400],
      ["a negative offset", { project_id: "e/p", offset: -1 }, 400],
    ])("refuses %s", async (_name, body, status) => {
      expect((await target().fail("cost.query", body)).status).toBe(status);
    });
  });

  describe("/cost/audit", () => {
    it("streams what is left out of the figures and why, and then a summary", async () => {
      const project = await priced();
      const call = { project_id: project, trace_id: "t", op_name: "op", started_at: DAY, attributes: {}, inputs: {} };
      const usage = { "gpt-4o": { requests: 1, prompt_tokens: 100, completion_tokens: 10 } };
      const batch = ["agent", "request"].flatMap((id, at) => [
        { mode: "start", req: { start: { ...call, id, parent_id: at === 0 ? null : "agent" } } },
        { mode: "end", req: { end: { project_id: project, id, ended_at: DAY, summary: { usage } } } },
      ]);
      await target().ask("call.upsertBatch", { batch });
      const [progress, ...found] = await target().stream("cost.audit", { project_id: project });
      expect(progress).toEqual({ kind: "progress", checked_calls: 0, call_count: 2 });
      expect(found).toMatchObject([
        { kind: "left_out", reason: "reported_below", call_id: "agent", model: "gpt-4o", total_tokens: 110 },
        {
          ...{ kind: "summary", checked_calls: 2, usage_call_count: 2, counted_call_count: 1 },
          ...{ shown: { total_tokens: 110 }, recomputed: { total_tokens: 110 }, incomplete_reason: null },
        },
      ]);
    });

    it.each([
      ["no project", {}, 422],
      ["a time that is none", { project_id: "e/p", after: "soon" }, 422],
      ["a range that ends before it begins", { project_id: "e/p", after: DAY, before: "2026-11-19T00:00:00Z" }, 400],
      ["more lines than it lists", { project_id: "e/p", limit: 1001 }, 422],
    ])("refuses %s", async (_name, body, status) => {
      expect((await target().fail("cost.audit", body)).status).toBe(status);
    });
  });
}
