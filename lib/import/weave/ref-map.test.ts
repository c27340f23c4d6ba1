import { describe, expect, it } from "vitest";
import { RefMap } from "./ref-map";

function refs() {
  const map = new RefMap("a/p.1", "b/q");
  map.versions.set("agent:old", "new");
  map.tables.set("t1", "t2");
  map.rows.set("r1", "r2");
  return map;
}

describe("refs of another project", () => {
  it.each([
    ["a version", "weave:///a/p.1/object/agent:old", "weave:///b/q/object/agent:new"],
    ["an op", "weave:///a/p.1/op/agent:old", "weave:///b/q/op/agent:new"],
    [
      "a part of a version",
      "weave:///a/p.1/object/agent:old/attr/rows/id/r1",
      "weave:///b/q/object/agent:new/attr/rows/id/r2",
    ],
    [
      "a row that is the same",
      "weave:///a/p.1/object/agent:old/attr/rows/id/r9",
      "weave:///b/q/object/agent:new/attr/rows/id/r9",
    ],
    ["a table", "weave:///a/p.1/table/t1", "weave:///b/q/table/t2"],
    ["a call", "weave:///a/p.1/call/0199", "weave:///b/q/call/0199"],
    ["a version that is gone", "weave:///a/p.1/object/agent:gone", "weave:///b/q/object/agent:gone"],
    ["a third project", "weave:///a/p.10/object/agent:old", "weave:///a/p.10/object/agent:old"],
    ["another project with a similar name", "weave:///a/px1/table/t1", "weave:///a/px1/table/t1"],
    [
      "text around it",
      'see weave:///a/p.1/table/t1, or "weave:///a/p.1/op/agent:old".',
      'see weave:///b/q/table/t2, or "weave:///b/q/op/agent:new".',
    ],
  ])("lead to the same thing: %s", (_name, before, after) => {
    const text = JSON.stringify({ before });
    expect(refs().rewritten(text)).toBe(JSON.stringify({ before: after }));
  });

  it("to versions that are gone are counted once each", () => {
    const map = refs();
    for (const digest of ["x", "x", "y", "old"]) map.rewritten(`"weave:///a/p.1/object/agent:${digest}"`);
    expect(map.missingCount).toBe(2);
  });

  it("name the tables of a value, each once", () => {
    expect(refs().tablesIn('["weave:///a/p.1/table/t1","weave:///a/p.1/table/t1","weave:///b/p/table/t3"]')).toEqual([
      "t1",
    ]);
  });
});
