import { v4 as uuid4 } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestRows, type TestRows } from "@/service/testing/open-test-rows";
import { ObjectStore } from "@/service/traces/store/objects/object-store";
import { objectsSuite } from "@/test/contract/objects.suite";
import { Target } from "@/test/contract/target";
import { sized } from "@/test/setup/test-length";
import { createObject } from "./object-create";
import { deleteObject } from "./object-delete";
import { readObject } from "./object-read";
import { queryObjects } from "./objects-query";

let service: TestRows;
let target: Target;

beforeAll(async () => {
  service = await openTestRows({
    "obj.create": createObject,
    "obj.read": readObject,
    "obj.delete": deleteObject,
    "objs.query": queryObjects,
  });
  target = new Target(service.door("svc"));
});

afterAll(() => service.close());

const newProject = () => `e/${uuid4()}`;

// `npm test` runs the suite through a door of test/contract.
describe("through the router alone", { tags: ["all"] }, () => objectsSuite(() => target, newProject));

const VERSIONS = sized({ once: 1_000, all: 10_000 });

describe("objects", () => {
  const publish = async (project_id: string, object_id: string, val: unknown, rest: object = {}) =>
    (await target.ask("obj.create", { obj: { project_id, object_id, val, ...rest } })).digest;
  const read = async (project_id: string, object_id: string, digest = "latest") =>
    (await target.ask("obj.read", { project_id, object_id, digest })).obj;
  const list = async (project_id: string, rest: object = {}) =>
    (await target.ask("objs.query", { project_id, ...rest })).objs;
  const remove = (project_id: string, object_id: string, digests?: string[]) => ({ project_id, object_id, digests });

  it("are returned exactly as sent, with every digit and every escape", async () => {
    const project = newProject();
    const val = '{ "x":1.0,"big":12345678901234567890123,"s":"\\u00e9\\/\\ud800","e":1E5,"z":-0.0,"\\u0061":[ ] }';
    const body = `{"obj":{"project_id":"${project}","object_id":"a","val":\n${val.replace("[ ]", "[\n]")}}}`;
    await service.text("/obj/create", body);
    const one = await service.text("/obj/read", JSON.stringify({ project_id: project, object_id: "a", digest: "v0" }));
    expect(one).toContain(`"val":${val}`);
    expect(await service.text("/objs/query", JSON.stringify({ project_id: project }))).toContain(`"val":${val}`);
  });

  it("name their writer in both spellings", async () => {
    const project = newProject();
    await publish(project, "a", 1, { wb_user_id: "somebody else" });
    expect(await service.text("/objs/query", JSON.stringify({ project_id: project }))).toContain(
      '"svc_user_id":"key-test","wb_user_id":"key-test"',
    );
  });

  it("are numbered by their last publishing, so that the latest is last", async () => {
    const project = newProject();
    for (const n of [1, 2, 1]) await publish(project, "a", { n });
    const versions = await list(project);
    expect(versions.map(({ val, version_index, is_latest }) => [val, version_index, is_latest])).toEqual([
      [{ n: 2 }, 0, 0],
      [{ n: 1 }, 1, 1],
    ]);
  });

  it("keep an op and an object of one name apart", async () => {
    const project = newProject();
    await publish(project, "f", { _type: "CustomWeaveType", weave_type: { type: "Op" }, files: { "obj.py": "d" } });
    await publish(project, "f", 1);
    expect((await list(project)).map(({ kind, version_index, is_latest }) => [kind, version_index, is_latest])).toEqual(
      [
        ["op", 0, 1],
        ["object", 0, 1],
      ],
    );
  });

  it("keep equal contents of two projects and of two objects apart", async () => {
    const [one, two] = [newProject(), newProject()];
    const digest = await publish(one, "a", { same: true });
    await publish(one, "b", { same: true });
    await target.ask("obj.delete", remove(one, "a"));
    expect((await read(one, "b", digest)).val).toEqual({ same: true });
    expect(await target.fail("obj.read", { project_id: two, object_id: "a", digest })).toMatchObject({ status: 404 });
  });

  it("make the previous live version the latest when the latest is deleted", async () => {
    const project = newProject();
    for (const n of [0, 1, 2]) await publish(project, "a", n);
    expect(await target.ask("obj.delete", remove(project, "a", ["latest", "v2"]))).toMatchObject({ num_deleted: 1 });
    expect(await read(project, "a")).toMatchObject({ val: 1, version_index: 1, is_latest: 1 });
  });

  it("delete all named versions or nothing", async () => {
    const project = newProject();
    const digest = await publish(project, "a", 1);
    await publish(project, "a", 2);
    expect(await target.fail("obj.delete", remove(project, "a", [digest, "v7"]))).toMatchObject({
      status: 404,
      reason: expect.stringContaining("v7"),
    });
    expect(await list(project)).toHaveLength(2);
    expect(await target.ask("obj.delete", remove(project, "a"))).toMatchObject({ num_deleted: 2 });
    expect(await target.fail("obj.delete", remove(project, "a"))).toMatchObject({ status: 404 });
    expect(await target.fail("obj.delete", remove(project, "a", []))).toMatchObject({ status: 400 });
    const many = Array.from({ length: 101 }, () => "v0");
    expect(await target.fail("obj.delete", remove(project, "a", many))).toMatchObject({ status: 400 });
  });

  it("return the time of their deletion", async () => {
    const project = newProject();
    await publish(project, "a", 1);
    await target.ask("obj.delete", remove(project, "a"));
    const answer = await service.text(
      "/obj/read",
      JSON.stringify({ project_id: project, object_id: "a", digest: "v0" }),
    );
    const { reason, deleted_at } = JSON.parse(answer);
    expect(Date.parse(deleted_at)).toBeGreaterThan(Date.parse("2020-01-01"));
    expect(reason).toBe(`a:v0 was deleted at ${deleted_at}`);
  });

  it("are restored when their content is published again", async () => {
    const project = newProject();
    await publish(project, "a", 1);
    await target.ask("obj.delete", remove(project, "a"));
    await publish(project, "a", 1);
    expect(await read(project, "a")).toMatchObject({ val: 1, is_latest: 1 });
  });

  it("keep their order when the service restarts with its clock set back", async () => {
    const project = newProject();
    const version = { projectId: project, kind: "object", objectId: "a", userId: "u", sizeBytes: 1 } as const;
    const classes = { baseObjectClass: "", leafObjectClass: "" };
    const ahead = new ObjectStore(service.store);
    await ahead.publish({ ...version, ...classes, digest: "one", val: "1" });
    const now = Date.now;
    try {
      Date.now = () => now() - 3_600_000;
      await new ObjectStore(service.store).publish({ ...version, ...classes, digest: "two", val: "2" });
    } finally {
      Date.now = now;
    }
    expect((await read(project, "a")).digest).toBe("two");
  });

  it(`number ${VERSIONS} versions`, async () => {
    const project = newProject();
    const objects = new ObjectStore(service.store);
    const version = { projectId: project, kind: "object", objectId: "a", userId: "u", sizeBytes: 1 } as const;
    const classes = { baseObjectClass: "", leafObjectClass: "" };
    await Promise.all(
      Array.from({ length: VERSIONS }, (_, n) =>
        objects.publish({ ...version, ...classes, digest: `d${n}`, val: `${n}` }),
      ),
    );
    const versions = await list(project, { filter: { latest_only: true } });
    expect(versions).toMatchObject([{ version_index: VERSIONS - 1, is_latest: 1 }]);
    expect((await read(project, "a", `v${VERSIONS / 2}`)).version_index).toBe(VERSIONS / 2);
    expect(await list(project)).toHaveLength(VERSIONS);
  });

  it("of a built-in class are completed, and digested as clients do", async () => {
    const project = newProject();
    const digest = await publish(
      project,
      "openai",
      { base_url: "u", api_key_name: "k", return_type: "custom" },
      {
        builtin_object_class: "Provider",
      },
    );
    const obj = await read(project, "openai", digest);
    expect(obj).toMatchObject({ base_object_class: "Provider", leaf_object_class: "Provider" });
    expect(obj.val).toEqual({
      _type: "Provider",
      _class_name: "Provider",
      _bases: ["BaseObject", "BaseModel"],
      name: null,
      description: null,
      base_url: "u",
      api_key_name: "k",
      extra_headers: {},
      return_type: "custom",
    });
    expect(await publish(project, "again", obj.val)).toBe(digest);
  });

  it("report their class and its base class", async () => {
    const project = newProject();
    await publish(project, "m", { _type: "Mine", _class_name: "Mine", _bases: ["Model", "Object", "BaseModel"] });
    expect(await read(project, "m")).toMatchObject({ base_object_class: "Model", leaf_object_class: "Mine" });
  });

  const dataset = { _type: "Dataset", _class_name: "Dataset", _bases: ["Object", "BaseModel"] };
  it.each([
    ["an empty name", { object_id: "", val: 1 }, 403],
    ["a name with other characters", { object_id: "a/b", val: 1 }, 403],
    ["a name that is too long", { object_id: "a".repeat(129), val: 1 }, 403],
    ["no value", { object_id: "a" }, 422],
    ["a digest that was not expected", { object_id: "a", val: 1, expected_digest: "other" }, 400],
    ["a class that is not known", { object_id: "a", val: {}, builtin_object_class: "Nothing" }, 400],
    ["a class that the value contradicts", { object_id: "a", val: dataset, builtin_object_class: "Provider" }, 400],
    ["a value without the members of its class", { object_id: "a", val: {}, builtin_object_class: "SavedView" }, 400],
    ["a class for what is no object", { object_id: "a", val: [1], builtin_object_class: "Leaderboard" }, 400],
    ["an internal ref", { object_id: "a", val: { deep: ["weave-trace-internal:///x/object/a:b"] } }, 400],
    [
      "a file name that leads upwards",
      { object_id: "a", val: [{ _type: "CustomWeaveType", files: { "a/../../b": "d" } }] },
      400,
    ],
    [
      "an absolute file name",
      { object_id: "a", val: { _type: "CustomWeaveType", files: { "/etc/passwd": "d" } } },
      400,
    ],
  ])("refuse %s and store nothing", async (_name, obj, status) => {
    const project = newProject();
    expect(await target.fail("obj.create", { obj: { project_id: project, ...obj } })).toMatchObject({ status });
    expect(await list(project)).toEqual([]);
  });

  it("accept every value that JSON has", async () => {
    const project = newProject();
    for (const val of [null, true, 0, "", [], {}, "weave:///e/p/object/a:b"]) {
      const digest = await publish(project, "any", val);
      expect((await read(project, "any", digest)).val).toEqual(val);
    }
  });
});
