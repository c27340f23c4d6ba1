import { v7 as uuidv7 } from "uuid";
import { describe, expect, it } from "vitest";
import type { Target } from "./target";

/** Checks /value/read, /value/find and /value/content through every door to the service. */
export function valuesSuite(target: () => Target, newProject: () => string): void {
  async function log(inputs: object) {
    const place = { project_id: newProject(), call_id: uuidv7() };
    const start = {
      project_id: place.project_id,
      id: place.call_id,
      trace_id: place.call_id,
      op_name: "f",
      started_at: "2026-11-20T14:30:01Z",
      attributes: { wb_user_id: "kept as it is" },
      inputs,
    };
    await target().ask("call.upsertBatch", { batch: [{ mode: "start", req: { start } }] });
    return { ...place, field: "inputs" };
  }

  describe("/value/read", () => {
    it("returns small values whole, and windows of large ones", async () => {
      const place = await log({ list: [1, 2, 3, 4], text: "Grüße 😀!" });
      const complete = await target().ask("value.read", place);
      expect(complete).toMatchObject({ kind: "object", count: 2, value: { list: [1, 2, 3, 4] }, left_out: [] });
      const window = await target().ask("value.read", { ...place, path: ["list"], from: 1, to: 3 });
      expect(window).toMatchObject({ kind: "list", count: 4, from: 1, to: 3, value: [2, 3] });
      const words = await target().ask("value.read", { ...place, path: ["text"], from: 0, to: 7 });
      // A window never ends inside a character.
      expect(words).toMatchObject({ kind: "string", count: 9, from: 0, to: 8, value: "Grüße 😀" });
    });

    it("names omitted parts, with their size", async () => {
      const long = "word ".repeat(1000);
      const place = await log({ long, short: true });
      const part = await target().ask("value.read", { ...place, length: 2000 });
      expect(part.value).toEqual({ long: null, short: true });
      expect(part.left_out).toEqual([
        { path: ["long"], kind: "string", size: 5002, count: 5000, beginning: long.slice(0, 600) },
      ]);
    });

    it("leaves names inside of payloads alone", async () => {
      const place = await log({});
      const part = await target().ask("value.read", { ...place, field: "attributes" });
      expect(part.value).toEqual({ wb_user_id: "kept as it is" });
    });

    it("returns 404 for a missing path and for a call of another project", async () => {
      const place = await log({ a: 1 });
      expect(await target().fail("value.read", { ...place, path: ["b"] })).toMatchObject({ status: 404 });
      const elsewhere = { ...place, project_id: newProject() };
      expect(await target().fail("value.read", elsewhere)).toMatchObject({ status: 404 });
    });

    it("returns 422 for a field that is not a payload, and for a part over the limit", async () => {
      const place = await log({ a: 1 });
      const field = await target().fail("value.read", { ...place, field: "id" });
      expect(field).toMatchObject({ status: 422, places: ["body.field"] });
      const length = await target().fail("value.read", { ...place, length: 10_000_000 });
      expect(length).toMatchObject({ status: 422, places: ["body.length"] });
    });
  });

  describe("/value/find", () => {
    it("returns the paths of a text, a page at a time", async () => {
      const place = await log({ list: ["one", "Two", { two: 2 }], other: "none" });
      const first = await target().ask("value.find", { ...place, text: "two", limit: 1 });
      expect(first).toMatchObject({
        hits: [{ path: ["list", 1], ordinals: [0, 1], in: "value", character: 0, found: "Two" }],
        total: 2,
      });
      const second = await target().ask("value.find", { ...place, text: "two", limit: 1, after: first.next });
      expect(second).toMatchObject({ hits: [{ path: ["list", 2, "two"], in: "name" }], next: null, total: null });
    });

    it("searches only below the path, and returns paths relative to it", async () => {
      const place = await log({ a: { x: "needle" }, b: { x: "needle" } });
      const found = await target().ask("value.find", { ...place, path: ["b"], text: "needle" });
      expect(found).toMatchObject({ hits: [{ path: ["x"] }], total: 1 });
    });
  });

  describe("/value/content", () => {
    it("returns the stored text", async () => {
      const place = await log({ a: [1, { b: "ü" }] });
      expect(JSON.parse(await target().text("value.content", place))).toEqual({ a: [1, { b: "ü" }] });
      expect(JSON.parse(await target().text("value.content", { ...place, path: ["a", 1] }))).toEqual({ b: "ü" });
    });
  });

  describe("/call/read with a bound", () => {
    it("omits longer payloads and names them", async () => {
      const { project_id, call_id } = await log({ long: "x".repeat(5000) });
      const { call } = await target().ask("call.read", { project_id, id: call_id, longest_value: 1000 });
      expect(call).toMatchObject({ inputs: {}, left_out: { inputs: expect.any(Number) } });
    });
  });
}
