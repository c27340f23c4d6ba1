import { describe, expect, it } from "vitest";
import { formSchema } from "./form-schema";

const range = formSchema<{ from: string; to: string }>(({ from, to }) => ({
  ...(from === "" ? { from: "Enter a start" } : {}),
  ...(to < from ? { to: "Ends before its start" } : {}),
}));

describe("a schema of a form", () => {
  it("accepts values without errors as they are", () => {
    expect(range.parse({ from: "1", to: "2" })).toEqual({ from: "1", to: "2" });
  });

  it("reports each message at its field", () => {
    const { error } = range.safeParse({ from: "2", to: "1" });
    expect(error?.issues.map(({ path, message }) => ({ path, message }))).toEqual([
      { path: ["to"], message: "Ends before its start" },
    ]);
  });

  it("builds no request from values with errors", () => {
    const request = range.transform(() => {
      throw new Error("built");
    });
    expect(request.safeParse({ from: "", to: "" }).success).toBe(false);
  });
});
