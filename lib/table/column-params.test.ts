import { describe, expect, it } from "vitest";
import { moveColumnNextTo, withHidden, withPinned, withWidth } from "./column-arrangement";
import { arrangementParams, readArrangement } from "./column-params";

const columns = [
  { id: "select", isFixed: true },
  { id: "op" },
  { id: "input" },
  { id: "cost" },
  { id: "user", isHiddenAtFirst: true },
];
const nothing = { cols: null, pin: [], widths: {} };

describe("columns in the URL", () => {
  it("default to the design's columns when the URL names none, or only unknown ones", () => {
    expect(readArrangement(columns, nothing)).toMatchObject({
      order: ["select", "op", "input", "cost", "user"],
      hidden: ["user"],
    });
    expect(readArrangement(columns, { ...nothing, cols: ["gone"] }).hidden).toEqual(["user"]);
  });

  const isPath = (id: string) => id.includes(".");

  it("accept added ones in any position", () => {
    const cols = ["inputs.user", "op", "gone", "op", "summary.reward"];
    const { order, hidden } = readArrangement(columns, { ...nothing, cols }, isPath);
    expect(order.filter((id) => !hidden.includes(id))).toEqual(["select", "inputs.user", "op", "summary.reward"]);
  });

  it("leave the URL unchanged while nothing is arranged", () => {
    expect(arrangementParams(columns, readArrangement(columns, nothing))).toEqual(nothing);
  });

  it("round-trip an arrangement", () => {
    const first = readArrangement(columns, { ...nothing, cols: ["op", "input", "inputs.x", "cost"] }, isPath);
    const moved = moveColumnNextTo(columns, withHidden(first, "input", true), "inputs.x", { id: "op", side: "before" });
    const params = arrangementParams(columns, withWidth(withPinned(moved, "inputs.x", true), "cost", 90));
    expect(params).toEqual({ cols: ["inputs.x", "op", "cost"], pin: ["inputs.x"], widths: { cost: 90 } });
    expect(arrangementParams(columns, readArrangement(columns, params, isPath))).toEqual(params);
  });

  it("drop the width and the pin of hidden columns", () => {
    const arranged = withHidden(
      withWidth(withPinned(readArrangement(columns, nothing), "op", true), "op", 99),
      "op",
      true,
    );
    expect(arrangementParams(columns, arranged)).toEqual({ cols: ["input", "cost"], pin: [], widths: {} });
  });
});
