import { describe, expect, it } from "vitest";
import { foundPreview } from "./found-preview";

const said = (text: string) => ({ text, isJson: false });

describe("the preview of a row in a search", () => {
  it("is unchanged without a search, and where the text is at its beginning", () => {
    const preview = said("The refund takes seven days.");
    expect(foundPreview(preview, null, "")).toBe(preview);
    expect(foundPreview(preview, null, "REFUND")).toEqual(preview);
    // Longer than a cell, so that nothing before it needs to go.
    const long = said("The refund of your whole booking takes seven days.");
    expect(foundPreview(long, null, long.text.slice(0, 45))).toEqual(long);
  });

  it("begins shortly before a text that comes later", () => {
    const preview = said("I have cancelled the whole booking, and the refund takes seven days.");
    expect(foundPreview(preview, null, "refund")?.text).toBe("…and the refund takes seven days.");
  });

  it("is what is around a text that it does not have", () => {
    expect(foundPreview(said("Yes."), "Shall I cancel the booking and refund the fare?", "refund")).toEqual(
      said("…booking and refund the fare?"),
    );
    expect(foundPreview(null, "a refund", "refund")).toEqual(said("a refund"));
  });

  it("stays where the value does not have the text", () => {
    expect(foundPreview(said("Yes."), null, "refund")).toEqual(said("Yes."));
  });

  it("begins inside a long word where no other begins", () => {
    const text = foundPreview(said(`${"x".repeat(100)}refund`), null, "refund")?.text;
    expect(text).toBe(`…${"x".repeat(16)}refund`);
  });
});
