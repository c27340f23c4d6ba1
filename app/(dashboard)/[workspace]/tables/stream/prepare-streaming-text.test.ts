import { describe, expect, it } from "vitest";
import { streamingText } from "./prepare-streaming-text";

describe("arriving rows", () => {
  it("are counted, with the share and the time left where the total is known", () => {
    expect(streamingText(182_400, 273_600, 8000)).toEqual({ count: "Streaming 182,400 rows", rest: "66%, 4 s left" });
  });

  it("have no share when the total is not known, and no time left at the very beginning", () => {
    expect(streamingText(500, null, 8000)).toEqual({ count: "Streaming 500 rows so far", rest: "" });
    expect(streamingText(500, 1000, 10)).toEqual({ count: "Streaming 500 rows", rest: "50%" });
  });
});
