import { describe, expect, it } from "vitest";
import type { Target } from "./target";

/** Checks /objs/query and /obj/read through every door to the service. */
export function objectsSuite(target: () => Target, newProject: () => string): void {
  const publish = async (project_id: string, object_id: string, val: unknown) =>
    (await target().ask("obj.create", { obj: { project_id, object_id, val } })).digest;

  const list = async (project_id: string, rest: object = {}) =>
    (await target().ask("objs.query", { project_id, ...rest })).objs;

  describe("/objs/query", () => {
    it("numbers the versions of an object and marks the newest as latest", async () => {
      const project = newProject();
      await publish(project, "policy", { n: 1 });
      await publish(project, "policy", { n: 2 });
      const versions = await list(project);
      expect(versions.map(({ version_index, is_latest, val }) => ({ version_index, is_latest, val }))).toEqual([
        { version_index: 0, is_latest: 0, val: { n: 1 } },
        { version_index: 1, is_latest: 1, val: { n: 2 } },
      ]);
      expect(versions[0]).toMatchObject({ project_id: project, object_id: "policy", kind: "object", deleted_at: null });
      expect(versions[0]?.svc_user_id).toEqual(expect.any(String));
    });

    it("filters by latest only and by object", async () => {
      const project = newProject();
      await publish(project, "a", { n: 1 });
      await publish(project, "a", { n: 2 });
      await publish(project, "b", { n: 3 });
      expect(await list(project, { filter: { latest_only: true } })).toHaveLength(2);
      expect(await list(project, { filter: { object_ids: ["a"] } })).toHaveLength(2);
      expect(await list(project, { filter: { object_ids: ["a", "b"], latest_only: true } })).toHaveLength(2);
      expect(await list(project, { filter: { object_ids: ["c"] } })).toEqual([]);
      expect(await list(project, { filter: { object_ids: [] } })).toHaveLength(3);
    });

    it("filters by class and by kind", async () => {
      const project = newProject();
      await publish(project, "data", { _type: "Dataset", _class_name: "Dataset", _bases: ["Object", "BaseModel"] });
      await publish(project, "f", { _type: "CustomWeaveType", weave_type: { type: "Op" }, files: {} });
      await publish(project, "plain", 1);
      const ids = async (filter: object) => (await list(project, { filter })).map(({ object_id }) => object_id);
      expect(await ids({ base_object_classes: ["Dataset"] })).toEqual(["data"]);
      expect(await ids({ leaf_object_classes: ["Dataset"] })).toEqual(["data"]);
      expect(await ids({ exclude_base_object_classes: ["Dataset"] })).toEqual(["f", "plain"]);
      expect(await ids({ is_op: true })).toEqual(["f"]);
      expect(await ids({ is_op: false })).toEqual(["data", "plain"]);
    });

    it("finds objects by words of their id and class, in any case", async () => {
      const project = newProject();
      await publish(project, "Refund-Rows", {
        _type: "Dataset",
        _class_name: "Dataset",
        _bases: ["Object", "BaseModel"],
      });
      await publish(project, "refund_100", 1);
      await publish(project, "refund.op", { _type: "CustomWeaveType", weave_type: { type: "Op" }, files: {} });
      const ids = async (...words: string[]) =>
        (await list(project, { filter: { words } })).map(({ object_id }) => object_id);
      expect(await ids("REFUND")).toEqual(["Refund-Rows", "refund_100", "refund.op"]);
      expect(await ids("rows", "refund")).toEqual(["Refund-Rows"]);
      expect(await ids("dataset")).toEqual(["Refund-Rows"]);
      expect(await ids("_100")).toEqual(["refund_100"]);
      expect(await ids(".OP")).toEqual(["refund.op"]);
      expect(await ids("op", "refund")).toEqual(["refund.op"]);
      expect(await ids("object")).toEqual(["refund_100"]);
      expect(await ids("rows", "none")).toEqual([]);
      expect(await ids()).toHaveLength(3);
    });

    it("sorts by object and by creation, both ways, and pages", async () => {
      const project = newProject();
      for (const object_id of ["b", "a", "c"]) await publish(project, object_id, 1);
      const ids = async (rest: object) => (await list(project, rest)).map(({ object_id }) => object_id);
      const by = (field: string, direction: string) => ({ sort_by: [{ field, direction }] });
      expect(await ids({})).toEqual(["b", "a", "c"]);
      expect(await ids(by("object_id", "asc"))).toEqual(["a", "b", "c"]);
      expect(await ids(by("object_id", "desc"))).toEqual(["c", "b", "a"]);
      expect(await ids(by("created_at", "desc"))).toEqual(["c", "a", "b"]);
      expect(await ids({ ...by("object_id", "asc"), limit: 1, offset: 1 })).toEqual(["b"]);
      expect(await ids({ limit: 0 })).toEqual([]);
      expect(await ids({ limit: null, offset: null, sort_by: null, filter: null })).toHaveLength(3);
    });

    it("omits the content on request, and returns sizes on request", async () => {
      const project = newProject();
      await publish(project, "a", { text: "é" });
      const [bare] = await list(project, { metadata_only: true, include_storage_size: true });
      // {"text": "\u00e9"} is 18 bytes as Python writes it.
      expect(bare).toMatchObject({ val: {}, size_bytes: 18, digest: expect.any(String), version_index: 0 });
      const [full] = await list(project);
      expect(full).toMatchObject({ val: { text: "é" }, size_bytes: null });
    });

    it("never lists deleted versions, but counts them in the numbering", async () => {
      const project = newProject();
      await publish(project, "a", 1);
      await publish(project, "a", 2);
      await target().ask("obj.delete", { project_id: project, object_id: "a", digests: ["v0"] });
      await publish(project, "a", 3);
      expect((await list(project)).map(({ version_index }) => version_index)).toEqual([1, 2]);
    });

    it.each([
      ["no project", {}, 422],
      ["a direction that is none", { project_id: "e/p", sort_by: [{ field: "object_id", direction: "up" }] }, 422],
      ["a negative limit", { project_id: "e/p", limit: -1 }, 400],
      ["a negative offset", { project_id: "e/p", offset: -1 }, 400],
      ["a filter of the wrong type", { project_id: "e/p", filter: { object_ids: "a" } }, 422],
    ])("refuses %s", async (_name, body, status) => {
      expect((await target().fail("objs.query", body)).status).toBe(status);
    });
  });

  describe("/obj/read", () => {
    it("reads by digest, by version and the latest", async () => {
      const project = newProject();
      const first = await publish(project, "a", { n: 1 });
      await publish(project, "a", { n: 2 });
      const read = async (digest: string) =>
        (await target().ask("obj.read", { project_id: project, object_id: "a", digest })).obj;
      expect((await read(first)).val).toEqual({ n: 1 });
      expect((await read("v0")).val).toEqual({ n: 1 });
      expect((await read("v1")).val).toEqual({ n: 2 });
      expect(await read("latest")).toMatchObject({ val: { n: 2 }, is_latest: 1, version_index: 1 });
    });

    it("omits the content on request", async () => {
      const project = newProject();
      await publish(project, "a", { n: 1 });
      const { obj } = await target().ask("obj.read", {
        project_id: project,
        object_id: "a",
        digest: "latest",
        metadata_only: true,
      });
      expect(obj.val).toEqual({});
    });

    it("preserves the digits of numbers, and so the digest", async () => {
      const project = newProject();
      expect(await publish(project, "whole", { x: 1 })).toBe("YTYlqmU0Pbsbmr5qusZ3P1yRvWDT8vX34urmnh24sic");
    });

    it("makes a version the latest again when identical content is published", async () => {
      const project = newProject();
      const first = await publish(project, "a", { n: 1 });
      await publish(project, "a", { n: 2 });
      await publish(project, "a", { n: 1 });
      const { obj } = await target().ask("obj.read", { project_id: project, object_id: "a", digest: "latest" });
      expect(obj.digest).toBe(first);
    });

    it("distinguishes missing from deleted versions", async () => {
      const project = newProject();
      const digest = await publish(project, "a", 1);
      const missing = await target().fail("obj.read", { project_id: project, object_id: "a", digest: "nothing" });
      expect(missing).toMatchObject({ status: 404, reason: expect.stringContaining("a:nothing") });
      await target().ask("obj.delete", { project_id: project, object_id: "a" });
      const deleted = await target().fail("obj.read", { project_id: project, object_id: "a", digest });
      expect(deleted).toMatchObject({ status: 404, reason: expect.stringContaining("deleted") });
    });

    it.each([
      ["no digest", { project_id: "e/p", object_id: "a" }, "body.digest"],
      ["no object", { project_id: "e/p", digest: "latest" }, "body.object_id"],
      [
        "metadata_only that is no boolean",
        { project_id: "e/p", object_id: "a", digest: "latest", metadata_only: 1 },
        "body.metadata_only",
      ],
    ])("refuses %s and names the place", async (_name, body, place) => {
      const failure = await target().fail("obj.read", body);
      expect(failure).toMatchObject({ status: 422, places: [place] });
    });
  });
}
