import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v7 as uuid7 } from "uuid";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { CallPart } from "@/service/traces/store/calls/call-parts";
import { openCalls } from "@/service/traces/store/calls/open-calls";
import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";
import type { Store } from "@/service/traces/store/engine/store";
import { endPart, payload, startPart } from "@/service/traces/store/testing/call-fixtures";
import { createCallTables } from "@/service/traces/store/testing/create-call-tables";
import { TraceSources } from "./trace-sources";

let folder: string;
let engine: Store;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "heddle-sources-"));
  engine = openEmbeddedStore({ folder });
  await createCallTables(engine);
});

afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const start = (id: string, opName = "op", traceId = "t", attributes: unknown = {}) =>
  startPart({ projectId: "e/p", id, traceId, opName, attributes: payload(attributes) });

const sources = (parts: readonly CallPart[]) =>
  parts.map((part) => (part.part === "start" ? (part.source ?? "production") : null));

it("a call has the source that a call of its trace told before, in one request or in many", () => {
  const all = [
    ...[start("script"), start("root", "Evaluation.evaluate"), start("below"), start("apart", "op", "other trace")],
    ...[endPart({ projectId: "e/p", id: "below" }), startPart({ projectId: "e/q", id: "x", traceId: "t" })],
  ];
  const expected = ["production", "evaluation", "evaluation", "production", null, "production"];
  expect(sources(new TraceSources().decide(all))).toEqual(expected);
  const known = new TraceSources();
  expect(all.flatMap((part) => sources(known.decide([part])))).toEqual(expected);
});

it("a call that tells its source keeps it, and the trace keeps its first one", () => {
  const known = new TraceSources();
  known.decide([start("root", "Evaluation.evaluate")]);
  const told = start("told", "op", "t", { heddle: { source: "replay" } });
  const live = start("live", "op", "t", { heddle: { source: "production" } });
  expect(sources(known.decide([told, live]))).toEqual(["replay", "production"]);
  expect(sources(known.decide([start("other")]))).toEqual(["evaluation"]);
});

it("the sources of running traces are known after a start of the service", async () => {
  const projectId = "e/running";
  const root = { projectId, id: uuid7(), traceId: "running", opName: "Evaluation.evaluate" };
  const before = await openCalls(engine);
  await before.writer.write([startPart(root)]);
  await before.writer.close();
  const after = await openCalls(engine);
  const below = { projectId, id: uuid7(), traceId: "running", parentId: root.id };
  await after.writer.write([startPart(below), endPart(below)]);
  const alone = { projectId, id: uuid7(), traceId: "another" };
  await after.writer.write([startPart(alone), endPart(alone), endPart(root)]);
  await after.writer.close();
  const stored = await engine.read<{ id: string; source: string }>({
    sql: `SELECT id, call_source AS source FROM call_rows WHERE project_id = '${projectId}' AND generation = 0`,
  });
  expect(new Map(stored.map(({ id, source }) => [id, source]))).toEqual(
    new Map([
      [root.id, "evaluation"],
      [below.id, "evaluation"],
      [alone.id, "production"],
    ]),
  );
});
