import { describe, expect, it } from "vitest";
import { AS_READ_MAPPING } from "./import-mapping";
import { MappingOptionError, readMappingOptions } from "./mapping-options";

describe("the mapping of a command line", () => {
  it("changes nothing without options", () => {
    expect(readMappingOptions({})).toEqual(AS_READ_MAPPING);
  });

  it("takes members of calls, nothing, names of scores, and kinds with the arrow of a keyboard", () => {
    expect(
      readMappingOptions({
        thread: "attributes.langfuse.metadata.channel",
        user: "none",
        score: ["quality=helpfulness", "a=b=c", "tone="],
        "leave-out": ["Langfuse: generation -> call, LLM"],
      }),
    ).toEqual({
      ...AS_READ_MAPPING,
      thread: "attributes.langfuse.metadata.channel",
      user: "none",
      scores: { quality: "helpfulness", "a=b": "c", tone: "" },
      leftOut: ["Langfuse: generation → call, LLM"],
    });
  });

  it.each([
    [{ thread: "langfuse.metadata" }, "--thread takes a path such as"],
    [{ tags: "attributes" }, "--tags takes a path such as"],
    [{ user: "attributes..id" }, "--user takes a path such as"],
    [{ score: ["quality"] }, "--score takes NAME=NEWNAME"],
    [{ score: ["=new"] }, "--score takes NAME=NEWNAME"],
  ])("refuses %j, and says what it takes", (values, message) => {
    expect(() => readMappingOptions(values)).toThrow(MappingOptionError);
    expect(() => readMappingOptions(values)).toThrow(message);
  });
});
