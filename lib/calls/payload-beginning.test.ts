import { describe, expect, it } from "vitest";
import { completePreview, payloadPreviewOf } from "./payload-beginning";

describe("the beginning of a value", () => {
  it("is the full value of a short one", () => {
    expect(payloadPreviewOf('{"a":1}', 7)).toEqual({ value: { a: 1 }, isWhole: true, length: 7 });
  });

  it("keeps the complete parts of a cut text, and reports that there is more", () => {
    const text = JSON.stringify({ first: "kept", second: "cut".repeat(100) }).slice(0, 30);
    const beginning = payloadPreviewOf(text, 330);
    expect(beginning.isWhole).toBe(false);
    expect(beginning.value).toMatchObject({ first: "kept" });
  });

  it("is counted in characters, as services count", () => {
    const text = JSON.stringify("\u{1f600}".repeat(8)).slice(0, 11);
    expect(payloadPreviewOf(text, 10)).toMatchObject({ isWhole: false });
  });

  it("distinguishes a missing value from an unreadable one", () => {
    expect(payloadPreviewOf(null, 0)).toEqual({ value: null, isWhole: true, length: 0 });
    expect(completePreview(undefined)).toEqual({ value: null, isWhole: true, length: null });
  });
});
