import { v4 as uuid4 } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createObject } from "@/service/objects/operations/objects/object-create";
import { deleteObject } from "@/service/objects/operations/objects/object-delete";
import { createTable } from "@/service/objects/operations/tables/table-create";
import { openTestRows, type TestRows } from "@/service/testing/open-test-rows";
import { Target } from "@/test/contract/target";
import { readRefBatch } from "./refs-read-batch";

let service: TestRows;
let target: Target;

beforeAll(async () => {
  service = await openTestRows({
    "obj.create": createObject,
    "obj.delete": deleteObject,
    "table.create": createTable,
    "refs.readBatch": readRefBatch,
  });
  target = new Target(service.door("wb"));
});

afterAll(() => service.close());

const newProject = () => `e/${uuid4()}`;

async function publish(project_id: string, object_id: string, val: unknown): Promise<string> {
  const { digest } = await target.ask("obj.create", { obj: { project_id, object_id, val } });
  return `weave:///${project_id}/object/${object_id}:${digest}`;
}

const read = async (...refs: string[]) => (await target.ask("refs.readBatch", { refs })).vals;

describe("refs.readBatch", () => {
  it("returns values in the order of the refs, repeated ones again, exactly as stored", async () => {
    const project = newProject();
    const one = await publish(project, "one", { n: 1 });
    const two = await publish(project, "two", [2]);
    expect(await read(two, one, two)).toEqual([[2], { n: 1 }, [2]]);
    const body = `{"obj":{"project_id":"${project}","object_id":"x","val":{"a":[1.0,{"b":1E400}]}}}`;
    const { digest } = JSON.parse(await service.text("/obj/create", body));
    const refs = [`weave:///${project}/object/x:${digest}/attr/a`, `weave:///${project}/object/x:v0/attr/a/index/1`];
    expect(await service.text("/refs/read_batch", JSON.stringify({ refs }))).toBe(
      '{"vals":[[1.0,{"b":1E400}],{"b":1E400}]}',
    );
  });

  it("accepts every kind of step, and follows refs on the way", async () => {
    const project = newProject();
    const { digest, row_digests: [row = ""] = [] } = await target.ask("table.create", {
      table: { project_id: project, rows: [{ q: { "a/b": "deep" } }] },
    });
    const table = `weave:///${project}/table/${digest}`;
    const data = await publish(project, "data", { name: "d", rows: table });
    const outer = await publish(project, "outer", { inner: [data] });
    expect(
      await read(
        `${data}/attr/rows/id/${row}`,
        `${data}/attr/rows/id/${row}/key/q/key/a%2Fb`,
        `${outer}/attr/inner/index/0/attr/name`,
        `${outer}/attr/inner/index/0/attr/rows/id/${row}/key/q`,
        `${data}/attr/rows`,
        `${table}/id/${row}`,
      ),
    ).toEqual([{ q: { "a/b": "deep" } }, "deep", "d", { "a/b": "deep" }, table, { q: { "a/b": "deep" } }]);
  });

  it("returns null for paths without a value and for deleted objects", async () => {
    const project = newProject();
    const ref = await publish(project, "a", { list: [1], text: "t", gone: `weave:///${project}/object/none:x` });
    const deleted = await publish(project, "b", { n: 1 });
    await target.ask("obj.delete", { project_id: project, object_id: "b" });
    const nowhere = [
      "attr/none",
      "attr/list/index/5",
      "attr/list/key/0",
      "attr/text/attr/x",
      "attr/gone/attr/x",
      "id/x",
    ];
    expect(await read(...nowhere.map((path) => `${ref}/${path}`), deleted)).toEqual(Array(7).fill(null));
  });

  it("follows no ref out of its project", async () => {
    const [mine, other] = [newProject(), newProject()];
    const secret = await publish(other, "secret", { n: 1 });
    const ref = await publish(mine, "a", { out: secret });
    expect(await read(`${ref}/attr/out`, `${ref}/attr/out/attr/n`)).toEqual([secret, null]);
  });

  it("terminates for circular refs", async () => {
    const project = newProject();
    const ref = await publish(project, "a", { next: `weave:///${project}/object/a:v0/attr/next` });
    expect(await read(`${ref}/attr/next/attr/x`)).toEqual([null]);
  });

  it("reads at most a thousand refs at once", async () => {
    const project = newProject();
    const ref = await publish(
      project,
      "a",
      Array.from({ length: 1000 }, (_, n) => n),
    );
    const refs = Array.from({ length: 1000 }, (_, n) => `${ref}/index/${n}`);
    expect(await read(...refs)).toEqual(refs.map((_, n) => n));
    expect(await read()).toEqual([]);
    expect(await target.fail("refs.readBatch", { refs: [...refs, ref] })).toMatchObject({
      status: 400,
      reason: expect.stringContaining("Too many refs"),
    });
  });

  it.each([
    ["what is no ref", "weave://x", 400],
    ["a whole table", "weave:///e/p/table/abc", 400],
    ["a call", "weave:///e/p/call/abc", 400],
    ["the latest version", "weave:///e/p/object/a:latest", 400],
    ["any version", "weave:///e/p/object/a:*", 400],
    ["a version that was never there", "weave:///e/p/object/a:abc", 404],
    ["a row that was never there", "weave:///e/p/table/abc/id/def", 404],
  ])("refuses %s", async (_name, ref, status) => {
    expect(await target.fail("refs.readBatch", { refs: [ref] })).toMatchObject({ status });
  });
});
