// @module-tag all
import { afterAll, beforeAll, expect, it } from "vitest";
import { costAuditLine } from "@/lib/api/contract/costs/cost-audit";
import { ProvidedService, TEST_KEY } from "@/service/testing/provided-service";
import { recordings, requestsOf } from "./recorded-files";

let provided: ProvidedService;

beforeAll(async () => {
  provided = await ProvidedService.create("heddle-audited-recordings-");
});

afterAll(() => provided.remove());

const authorization = `Basic ${Buffer.from(`api:${TEST_KEY}`).toString("base64")}`;

it("finds the tokens and costs of all recorded clients in all figures, and each that is left out", async () => {
  const project = await provided.nextProject();
  for (const { signal, contentType, body } of recordings.flatMap(requestsOf)) {
    const headers = { authorization, project_id: project, "content-type": contentType };
    const init = { method: "POST", headers, body: new Uint8Array(body) };
    expect((await provided.fetch(`/otel/v1/${signal}`, init)).status).toBe(200);
  }
  const read = await provided.lines("/cost/audit", { project_id: project });
  const lines = read.map((line) => costAuditLine.parse(line));
  expect(lines.filter(({ kind }) => kind === "difference")).toEqual([]);
  const summary = lines.at(-1);
  if (summary?.kind !== "summary") throw new Error("The audit has no summary.");
  expect(summary.incomplete_reason).toBeNull();
  expect(summary.recomputed.total_tokens).toBeGreaterThan(100_000);
  // Both releases of one client have two instrumentations for two requests, agents of others report sums, and a crew its own
  // without a model. On a busy machine events come later than their spans wait, and report the same requests as calls of their own.
  expect(summary.left_out_counts).toMatchObject({ no_price: 1, cost_differs: 0 });
  expect(summary.left_out_counts.reported_twice).toBeGreaterThanOrEqual(4);
  const below = lines.filter((line) => line.kind === "left_out" && line.reason === "reported_below");
  expect(below).toHaveLength(summary.left_out_counts.reported_below);
  expect(below.length).toBeGreaterThan(5);
});
