import { describe, expect, it } from "vitest";
import { parseRef, refsIn } from "@/service/json/refs";

describe("refs", () => {
  it("name a project, an object and a path of steps", () => {
    expect(parseRef("weave:///e/p/object/data:abc/attr/rows/id/row1/key/a%2Fb/index/0")).toEqual({
      kind: "object",
      project: "e/p",
      name: "data",
      digest: "abc",
      steps: [
        { edge: "attr", value: "rows" },
        { edge: "id", value: "row1" },
        { edge: "key", value: "a/b" },
        { edge: "index", value: "0" },
      ],
    });
    expect(parseRef("weave:///e/p/op/predict:v1")).toMatchObject({
      kind: "op",
      name: "predict",
      digest: "v1",
      steps: [],
    });
    expect(parseRef("weave:///e/p/table/abc")).toEqual({ kind: "table", project: "e/p", digest: "abc", steps: [] });
    expect(parseRef("weave:///e/p/call/018f")).toMatchObject({ kind: "call", id: "018f" });
  });

  it.each([
    "",
    "weave:///e/p",
    "weave:///e/p/object/noversion",
    "weave:///e/p/object/:abc",
    "weave:///e/p/object/a:",
    "weave:///e/p/object/a:b/attr",
    "weave:///e/p/object/a:b/other/x",
    "weave:///e/p/object/a:b/attr/%E0%A4%A",
    "weave:///e/p/object/a b:c",
    "weave:///e//object/a:b",
    " weave:///e/p/object/a:b",
    "wandb-artifact:///e/p/a:v0",
  ])("are not %j", (text) => {
    expect(parseRef(text)).toBeNull();
  });

  it("are found in JSON where they are whole values, each once", () => {
    const json = JSON.stringify({
      "weave:///e/p/object/key:1": 1,
      a: ["weave:///e/p/object/a:1", { b: "weave:///e/p/op/b:2/attr/x" }, "weave:///e/p/object/a:1"],
      text: 'he said "weave:///e/p/object/quoted:1"',
      more: "weave:///e/p/object/a:1 and more",
      artifact: "wandb-artifact:///e/p/model:v3",
    });
    expect(refsIn(json)).toEqual([
      "weave:///e/p/object/a:1",
      "weave:///e/p/op/b:2/attr/x",
      "wandb-artifact:///e/p/model:v3",
    ]);
    expect(refsIn('["weave:\\/\\/\\/e\\/p\\/object\\/a:1"]')).toEqual(["weave:///e/p/object/a:1"]);
    expect(refsIn('{"a": 1}')).toEqual([]);
  });
});
