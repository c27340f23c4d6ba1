import { expect, it } from "vitest";
import { z } from "zod";
import { namedValues } from "./named-values";

const metrics = z.object({
  metrics: namedValues(z.string().min(1).max(11), z.number()).default({}).describe("By name."),
});

it("keeps a value of any name, and no prototype", () => {
  const sent = JSON.parse('{"metrics":{"loss":1,"__proto__":2,"constructor":3}}');
  const { metrics: read } = metrics.parse(sent);
  expect(JSON.stringify(read)).toBe('{"loss":1,"constructor":3,"__proto__":2}');
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  expect(metrics.parse({})).toEqual({ metrics: {} });
});

it("checks every value and name", () => {
  const issuesOf = (text: string) => metrics.safeParse(JSON.parse(text)).error?.issues.map(({ path }) => path);
  expect(issuesOf('{"metrics":{"__proto__":"x"}}')).toEqual([["metrics", "__proto__"]]);
  expect(issuesOf('{"metrics":{"":1}}')).toEqual([["metrics", ""]]);
  expect(issuesOf('{"metrics":{"__proto__":{"polluted":1}}}')).toEqual([["metrics", "__proto__"]]);
});

it("is described as a record", () => {
  expect(z.toJSONSchema(namedValues(z.string(), z.number()))).toEqual(z.toJSONSchema(z.record(z.string(), z.number())));
});
