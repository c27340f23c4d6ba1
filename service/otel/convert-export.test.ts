import { describe, expect, it } from "vitest";
import { InvalidRequest } from "@/service/http/errors";
import { convertExport } from "./convert-export";
import { makeRequest, makeSpan } from "./testing/make-span";

describe("the project of spans", () => {
  const resource = { "wandb.entity": "demo", "wandb.project": "airline" };

  it("is what their resource says, before the header", () => {
    expect([...convertExport(makeRequest([makeSpan()], resource), "e/p").projects]).toEqual(["demo/airline"]);
    expect([...convertExport(makeRequest([makeSpan()]), "e/p").projects]).toEqual(["e/p"]);
  });

  it("may differ by resource in one request; spans without one are rejected with the reason", () => {
    const request = {
      resourceSpans: [
        ...(makeRequest([makeSpan()], resource).resourceSpans ?? []),
        ...(makeRequest([makeSpan()]).resourceSpans ?? []),
      ],
    };
    const { calls, projects, response } = convertExport(request, undefined);
    expect(calls).toHaveLength(1);
    expect([...projects]).toEqual(["demo/airline"]);
    expect(response.partialSuccess).toMatchObject({
      rejectedSpans: "1",
      errorMessage: expect.stringContaining("project_id"),
    });
  });

  it("must be named: a request without any is refused, an empty one is not", () => {
    expect(() => convertExport(makeRequest([makeSpan()]), undefined)).toThrow(InvalidRequest);
    expect(convertExport({}, undefined)).toMatchObject({ calls: [], response: {} });
  });
});

describe("spans that cannot be kept", () => {
  it.each([
    ["a trace id of the wrong length", { traceId: "abc" }, "trace id"],
    ["a trace id of zeros", { traceId: "0".repeat(32) }, "trace id"],
    ["a span id that is not hexadecimal", { spanId: "zzzzzzzzzzzzzzzz" }, "span id"],
    ["a parent id of the wrong length", { parentSpanId: "abc" }, "parent span id"],
    ["no start time", { startTimeUnixNano: "0" }, "start time"],
    ["a time out of range", { endTimeUnixNano: "18446744073709551615" }, "end time"],
    [
      "attributes that fit no tree",
      {
        attributes: [
          { key: "a", value: { intValue: "1" } },
          { key: "a.b", value: { intValue: "2" } },
        ],
      },
      "the attribute a is a value, and a.b needs it to be a group",
    ],
  ])("are rejected for %s, and their neighbours are kept", (_name, members, reason) => {
    const { calls, response } = convertExport(makeRequest([makeSpan(), makeSpan({}, members)]), "e/p");
    expect(calls).toHaveLength(1);
    expect(response.partialSuccess).toEqual({
      rejectedSpans: "1",
      errorMessage: expect.stringContaining(reason),
    });
  });

  it("are all counted, and the first five are named", () => {
    const spans = Array.from({ length: 8 }, (_, index) => makeSpan({}, { name: `span ${index}`, spanId: "" }));
    const { partialSuccess } = convertExport(makeRequest(spans), "e/p").response;
    expect(partialSuccess?.rejectedSpans).toBe("8");
    expect(partialSuccess?.errorMessage).toMatch(/"span 4".*; and 3 more$/);
    expect(partialSuccess?.errorMessage).not.toContain("span 5");
  });
});
