import { describe, expect, it } from "vitest";
import { Renaming } from "./renaming";

const ID = "01a22025-f74d-74c5-a5d8-d979916de096";
const renamed = new Renaming({ from: "team/a.b", to: "new/name", ids: new Set() });

describe("a new name of a project", () => {
  it("is set in refs and names of checkpoints, also where JSON escapes slashes", () => {
    expect(renamed.text('["weave:///team/a.b/object/x:1","wandb-artifact:///team/a.b/m:step1"]')).toBe(
      '["weave:///new/name/object/x:1","wandb-artifact:///new/name/m:step1"]',
    );
    expect(renamed.text('"weave:\\/\\/\\/team\\/a.b\\/call\\/1"')).toBe('"weave:\\/\\/\\/new\\/name\\/call\\/1"');
  });

  it("is set nowhere else", () => {
    for (const text of ["team/a.b", "weave:///team/a.bc/object", "weave:///team/aXb/object", "see weave:///team/a.b"]) {
      expect(renamed.text(text)).toBe(text);
    }
  });

  it("is set where a record of Heddle names its project", () => {
    expect(renamed.record('{"projects":["team/a.b"],"text":"in team/a.b"}')).toBe(
      '{"projects":["new/name"],"text":"in team/a.b"}',
    );
  });
});

describe("new ids of records", () => {
  const copy = new Renaming({ from: "team/a", to: "team/b", ids: new Set([ID]) });

  it("are the same each time, differ by project, and keep their time", () => {
    expect(copy.id(ID)).toBe(copy.id(ID));
    expect(copy.id(ID)).toMatch(/^01a22025-f74d-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    const other = new Renaming({ from: "team/a", to: "team/c", ids: new Set([ID]) });
    expect(other.id(ID)).not.toBe(copy.id(ID));
  });

  it("replace the old ones in text, and no other ids", () => {
    const call = "01a22025-f74d-74c5-a5d8-d979916de097";
    expect(copy.text(`run ${ID} of ${call}`)).toBe(`run ${copy.id(ID)} of ${call}`);
  });
});

it("changes nothing under the same name with the same ids", () => {
  const same = new Renaming({ from: "team/a", to: "team/a", ids: new Set() });
  expect(same.record(`"team/a" weave:///team/a/call/${ID}`)).toBe(`"team/a" weave:///team/a/call/${ID}`);
  expect(same.id(ID)).toBe(ID);
});
