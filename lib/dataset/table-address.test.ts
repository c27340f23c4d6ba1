import { describe, expect, it } from "vitest";
import { readTableAddress, rowsDigest } from "./table-address";

const PROJECT = "demo/airline";
const DIGEST = "f5e1a07eaeffa0af52e676af730ebfe22331a9f0b7dfc1b2ba3e54194e2f54ed";

const read = (text: string) => readTableAddress(text, PROJECT);

describe("a pasted address", () => {
  it("is a digest, with any blanks around it", () => {
    expect(read(`  ${DIGEST}\n`)).toEqual({ kind: "table", digest: DIGEST, rowDigest: null });
  });

  it("is a ref of a table, or of a row in one", () => {
    expect(read(`weave:///demo/airline/table/${DIGEST}`)).toEqual({ kind: "table", digest: DIGEST, rowDigest: null });
    expect(read(`weave:///demo/airline/table/${DIGEST}/id/W2QW0zX1`)).toMatchObject({ rowDigest: "W2QW0zX1" });
  });

  it("is a ref of a dataset, with the row that it names", () => {
    expect(read("weave:///demo/airline/object/my%20tasks:abc123")).toEqual({
      kind: "object",
      objectId: "my tasks",
      version: "abc123",
      rowDigest: null,
    });
    expect(read("weave:///demo/airline/object/tasks:v3/attr/rows/id/W2QW0zX1")).toMatchObject({
      version: "v3",
      rowDigest: "W2QW0zX1",
    });
  });

  it("of another project is refused with its name", () => {
    expect(read(`weave:///other/place/table/${DIGEST}`)).toMatchObject({
      kind: "problem",
      message: expect.stringContaining("other/place"),
    });
  });

  it.each(["two words", "weave:///demo/airline/call/0199a7c2", "abc", "weave:///demo/airline/object/noversion"])(
    "that names no table is refused: %s",
    (text) => {
      expect(read(text).kind).toBe("problem");
    },
  );
});

describe("the rows of an object", () => {
  it("are the table that its ref names", () => {
    expect(rowsDigest({ rows: `weave:///demo/airline/table/${DIGEST}` })).toBe(DIGEST);
  });

  it.each([null, "text", {}, { rows: [1] }, { rows: "weave:///demo/airline/object/x:1" }])(
    "are missing in %j",
    (val) => {
      expect(rowsDigest(val)).toBeNull();
    },
  );
});
