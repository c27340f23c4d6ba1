import { describe, expect, it } from "vitest";
import type { Target } from "./target";

/** Checks tags, aliases and the objects that use a version through every door to the service. */
export function objectMarksSuite(target: () => Target, newProject: () => string): void {
  const publish = async (project_id: string, object_id: string, val: unknown) =>
    (await target().ask("obj.create", { obj: { project_id, object_id, val } })).digest;

  const marked = async (project_id: string, filter: object = {}) => {
    const { objs } = await target().ask("objs.query", { project_id, filter, include_tags_and_aliases: true });
    return objs.map(({ object_id, version_index, tags, aliases }) => ({ object_id, version_index, tags, aliases }));
  };

  const tag = (project_id: string, object_id: string, digest: string, tags: readonly string[]) =>
    target().ask("obj.addTags", { project_id, tags }, { params: { object_id, digest } });

  const alias = (project_id: string, object_id: string, digest: string, aliases: readonly string[]) =>
    target().ask("obj.setAliases", { project_id, digest, aliases }, { params: { object_id } });

  describe("tags", () => {
    it("are added to one version, once each, listed by name, and removed", async () => {
      const project = newProject();
      const first = await publish(project, "a", 1);
      await publish(project, "a", 2);
      await tag(project, "a", first, ["staging", "reviewed", "staging"]);
      await tag(project, "a", "v0", ["reviewed"]);
      expect((await marked(project)).map(({ tags }) => tags)).toEqual([["reviewed", "staging"], []]);
      expect(await target().ask("tags.list", undefined, { query: { project_id: project } })).toEqual({
        tags: ["reviewed", "staging"],
      });
      const off = { project_id: project, tags: ["reviewed", "never given"] };
      await target().ask("obj.removeTags", off, { params: { object_id: "a", digest: first } });
      expect((await marked(project))[0]?.tags).toEqual(["staging"]);
      await tag(project, "a", first, ["reviewed"]);
      expect((await marked(project))[0]?.tags).toEqual(["reviewed", "staging"]);
    });

    it("are returned only on request", async () => {
      const project = newProject();
      await tag(project, "a", await publish(project, "a", 1), ["reviewed"]);
      const { objs } = await target().ask("objs.query", { project_id: project });
      expect(objs[0]).toMatchObject({ tags: null, aliases: null });
      const { obj } = await target().ask("obj.read", {
        project_id: project,
        object_id: "a",
        digest: "latest",
        include_tags_and_aliases: true,
      });
      expect(obj).toMatchObject({ tags: ["reviewed"], aliases: ["latest"] });
    });

    it("filter versions: any of the tags, and the aliases too", async () => {
      const project = newProject();
      const [a, b] = [await publish(project, "a", 1), await publish(project, "b", 2)];
      await publish(project, "c", 3);
      await tag(project, "a", a, ["one"]);
      await tag(project, "b", b, ["two"]);
      await alias(project, "b", b, ["production"]);
      const ids = async (filter: object) => (await marked(project, filter)).map(({ object_id }) => object_id);
      expect(await ids({ tags: ["one", "two"] })).toEqual(["a", "b"]);
      expect(await ids({ tags: ["one", "two"], aliases: ["production"] })).toEqual(["b"]);
      expect(await ids({ tags: ["unknown"] })).toEqual([]);
      expect(await ids({ tags: [], aliases: [] })).toEqual(["a", "b", "c"]);
      expect(await ids({ aliases: ["latest"] })).toEqual(["a", "b", "c"]);
    });

    it("are deleted with their version", async () => {
      const project = newProject();
      const digest = await publish(project, "a", 1);
      await tag(project, "a", digest, ["reviewed"]);
      await target().ask("obj.delete", { project_id: project, object_id: "a" });
      expect(await target().ask("tags.list", undefined, { query: { project_id: project } })).toEqual({ tags: [] });
      const again = await target().fail(
        "obj.addTags",
        { project_id: project, tags: ["x"] },
        { params: { object_id: "a", digest } },
      );
      expect(again).toMatchObject({ status: 404, reason: expect.stringContaining("deleted") });
    });

    it.each([
      ["nothing", ""],
      ["a dot", "my.tag"],
      ["spaces around", " tag"],
      ["two spaces", "two  words"],
      ["length", "a".repeat(257)],
    ])("are rejected for %s, with the place", async (_name, text) => {
      const body = { project_id: "e/p", tags: ["fine", text] };
      const failure = await target().fail("obj.addTags", body, { params: { object_id: "a", digest: "d" } });
      expect(failure).toMatchObject({ status: 422, places: ["body.tags.1"] });
    });
  });

  describe("aliases", () => {
    it("point to one version at a time, and can be used in place of a digest", async () => {
      const project = newProject();
      const [first, second] = [await publish(project, "a", 1), await publish(project, "a", 2)];
      const read = async (digest: string) =>
        (await target().ask("obj.read", { project_id: project, object_id: "a", digest })).obj.digest;
      await alias(project, "a", first, ["production"]);
      expect(await read("production")).toBe(first);
      await alias(project, "a", second, ["production", "Release 2.0"]);
      expect(await read("production")).toBe(second);
      expect((await marked(project)).map(({ aliases }) => aliases)).toEqual([
        [],
        ["latest", "Release 2.0", "production"],
      ]);
      expect(await target().ask("aliases.list", undefined, { query: { project_id: project } })).toEqual({
        aliases: ["Release 2.0", "production"],
      });
      const off = { project_id: project, aliases: ["production", "never given"] };
      await target().ask("obj.removeAliases", off, { params: { object_id: "a" } });
      const removed = await target().fail("obj.read", { project_id: project, object_id: "a", digest: "production" });
      expect(removed.status).toBe(404);
    });

    it("belong to one object of one project", async () => {
      const [project, other] = [newProject(), newProject()];
      await alias(project, "a", await publish(project, "a", 1), ["production"]);
      await publish(project, "b", 1);
      await publish(other, "a", 1);
      for (const [project_id, object_id] of [
        [project, "b"],
        [other, "a"],
      ]) {
        const failure = await target().fail("obj.read", { project_id, object_id, digest: "production" });
        expect(failure.status).toBe(404);
      }
    });

    it.each(["latest", "v12", "a/b", "a:b", " ", "a".repeat(129)])("are rejected for the name %j", async (text) => {
      const body = { project_id: "e/p", digest: "d", aliases: [text] };
      const failure = await target().fail("obj.setAliases", body, { params: { object_id: "a" } });
      expect(failure).toMatchObject({ status: 422, places: ["body.aliases.0"] });
    });

    it("are rejected for a version that does not exist", async () => {
      const body = { project_id: newProject(), digest: "unknown", aliases: ["production"] };
      expect((await target().fail("obj.setAliases", body, { params: { object_id: "a" } })).status).toBe(404);
    });
  });

  describe("/obj/used_by", () => {
    it("lists the live versions with a ref to the version, whole or to a part, newest first", async () => {
      const project = newProject();
      const [old, digest] = [await publish(project, "prompt", 1), await publish(project, "prompt", 2)];
      const ref = (of: string) => `weave:///${project}/object/prompt:${of}`;
      await publish(project, "agent", { prompt: ref(old) });
      await publish(project, "agent", { prompt: ref(digest), tools: [{ text: `${ref(digest)}/attr/content` }] });
      await publish(project, "eval", { model: { prompt: ref(digest) } });
      await publish(project, "gone", { prompt: ref(digest) });
      await target().ask("obj.delete", { project_id: project, object_id: "gone" });
      await publish(project, "words", { text: `see ${digest}`, other: `weave:///${project}/object/else:${digest}` });
      const body = { project_id: project, object_id: "prompt", digest };
      const { uses, has_more } = await target().ask("obj.usedBy", body);
      expect(uses.map(({ object_id, version_index, refs }) => ({ object_id, version_index, refs }))).toEqual([
        { object_id: "eval", version_index: 0, refs: [ref(digest)] },
        { object_id: "agent", version_index: 1, refs: [ref(digest), `${ref(digest)}/attr/content`] },
      ]);
      expect(has_more).toBe(false);
      expect(await target().ask("obj.usedBy", { ...body, limit: 1 })).toMatchObject({ has_more: true });
      expect(await target().ask("obj.usedBy", { ...body, digest: "unknown" })).toEqual({ uses: [], has_more: false });
    });

    it("lists versions whose table rows contain a ref, with the number of those rows", async () => {
      const project = newProject();
      const digest = await publish(project, "prompt", 'a "quoted" / name');
      const ref = `weave:///${project}/object/prompt:${digest}`;
      const rows = [
        { n: 1, prompt: ref },
        { n: 2 },
        { n: 3, prompts: [{ of: `${ref}/attr/content` }] },
        { n: 4, prompt: ref },
      ];
      const { digest: table } = await target().ask("table.create", { table: { project_id: project, rows } });
      const { digest: other } = await target().ask("table.create", {
        table: { project_id: project, rows: [{ n: 2 }] },
      });
      await publish(project, "cases", { rows: `weave:///${project}/table/${table}` });
      await publish(project, "others", { rows: `weave:///${project}/table/${other}` });
      await publish(project, "eval", { dataset: `weave:///${project}/table/${table}`, prompt: ref });
      const { uses } = await target().ask("obj.usedBy", { project_id: project, object_id: "prompt", digest });
      expect(uses.map(({ object_id, refs, row_count }) => ({ object_id, refs: refs.toSorted(), row_count }))).toEqual([
        { object_id: "eval", refs: [ref, `${ref}/attr/content`], row_count: 3 },
        { object_id: "cases", refs: [ref, `${ref}/attr/content`], row_count: 3 },
      ]);
    });
  });
}
