import { describe, expect, it } from "vitest";
import { streamingText } from "./prepare-streaming-text";

describe("arriving rows", () => {
  it("are counted, with the percentage and the remaining time when the total is available", () => {
    expect(streamingText(182_400, 273_600, 8000)).toEqual({ count: "Streaming 182,400 rows", rest: "66%, 4 s left" });
  });

  it("have no percentage when the total is not available, and no remaining time at the very beginning", () => {
    expect(streamingText(500, null, 8000)).toEqual({ count: "Streaming 500 rows so far", rest: "" });
    expect(streamingText(500, 1000, 10)).toEqual({ count: "Streaming 500 rows", rest: "50%" });
  });
});
