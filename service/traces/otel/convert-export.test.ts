import fc from "fast-check";
import protobuf from "protobufjs/light.js";
import { describe, expect, it } from "vitest";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { InvalidRequestError, ServiceError } from "@/service/kernel/errors/service-errors";
import { convertExport } from "./convert-export";
import { decodeExportRequest, PROTOBUF } from "./otlp-messages";
import { makeRequest, makeSpan } from "./testing/make-span";
import { convertBody } from "./wire/convert-body";

describe("the project of spans", () => {
  const resource = { "wandb.entity": "demo", "wandb.project": "airline" };

  it("is taken from the resource before the header", () => {
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
    expect(() => convertExport(makeRequest([makeSpan()]), undefined)).toThrow(InvalidRequestError);
    expect(convertExport({}, undefined)).toMatchObject({ calls: [], response: {} });
  });
});

describe("invalid spans", () => {
  it.each([
    ["a trace id of the wrong length", { traceId: "abc" }, "trace id"],
    ["a trace id of zeros", { traceId: "0".repeat(32) }, "trace id"],
    ["a span id that is not hexadecimal", { spanId: "zzzzzzzzzzzzzzzz" }, "span id"],
    ["a parent id of the wrong length", { parentSpanId: "abc" }, "parent span id"],
    ["no start time", { startTimeUnixNano: "0" }, "start time"],
    ["a time out of range", { endTimeUnixNano: "18446744073709551615" }, "end time"],
  ])("are rejected for %s, and the others are stored", (_name, members, reason) => {
    const { calls, response } = convertExport(makeRequest([makeSpan(), makeSpan({}, members)]), "e/p");
    expect(calls).toHaveLength(1);
    expect(response.partialSuccess).toEqual({
      rejectedSpans: "1",
      errorMessage: expect.stringContaining(reason),
    });
  });

  it("are not those whose attributes clash: nothing of them is lost", () => {
    const attributes = { error: true, "error.type": "Timeout", "gen_ai.prompt": "Hi", "gen_ai.prompt.0.content": "Hi" };
    const span = makeSpan(attributes, { status: { code: 2 } });
    const { calls, response } = convertExport(makeRequest([span]), "e/p");
    expect(response).toEqual({});
    expect(JSON.parse(stringifyJson(calls[0]))).toMatchObject({
      start: {
        inputs: { "gen_ai.prompt": "Hi" },
        otel_dump: {
          attributes: {
            error: true,
            "error.type": "Timeout",
            gen_ai: { prompt: "Hi" },
            "gen_ai.prompt.0.content": "Hi",
          },
        },
      },
      end: { exception: "Timeout" },
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

describe("any input", () => {
  const nested = (field: number, bytes: Uint8Array) =>
    protobuf.Writer.create()
      .uint32((field << 3) | 2)
      .bytes(bytes)
      .finish();
  const span = Buffer.concat([
    nested(1, Buffer.from("5b8efff798038103d269b633813fc60c", "hex")),
    nested(2, Buffer.from("eee19b7ec3c1b174", "hex")),
    nested(5, Buffer.from("chat")),
    protobuf.Writer.create()
      .uint32((7 << 3) | 1)
      .fixed64("1763649001882123456")
      .finish(),
    nested(9, Buffer.concat([nested(1, Buffer.from("gen_ai.prompt")), nested(2, nested(1, Buffer.from("Hi")))])),
  ]);
  const valid = nested(1, nested(2, nested(2, span)));

  it("gives spans or a refusal, never another failure", () => {
    const send = (type: string, bytes: Uint8Array) => {
      try {
        const { spans, response } = convertBody({ type, bytes, project: "e/p" });
        stringifyJson([spans("user").flatMap(({ parts }) => parts.map(({ id }) => id)), response]);
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
      }
    };
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.tuple(fc.nat(valid.length - 1), fc.nat(255)).map(([at, value]) => {
        const changed = Uint8Array.from(valid);
        changed[at] = value;
        return changed;
      }),
    );
    expect(convertExport(decodeExportRequest(valid), "e/p").calls[0]?.start.inputs).toEqual({ "gen_ai.prompt": "Hi" });
    const [start] = convertBody({ type: PROTOBUF, bytes: valid, project: "e/p" })
      .spans("user")
      .flatMap(({ parts }) => parts);
    expect(start?.part === "start" && String(start.inputs.text)).toBe('{"gen_ai.prompt":"Hi"}');
    fc.assert(fc.property(bytes, (sent) => send(PROTOBUF, sent)));
    const spans = fc.array(
      fc.record(
        {
          traceId: fc.constantFrom("0".repeat(32), "a".repeat(32), ""),
          spanId: fc.constantFrom("b".repeat(16), "x"),
          parentSpanId: fc.constantFrom("b".repeat(16), ""),
          name: fc.string(),
          flags: fc.integer(),
          startTimeUnixNano: fc.oneof(fc.bigInt().map(String), fc.maxSafeNat()),
          endTimeUnixNano: fc.oneof(fc.bigInt().map(String), fc.maxSafeNat()),
          attributes: fc.array(
            fc.record({
              key: fc.oneof(
                fc.string(),
                fc.constantFrom("gen_ai.prompt", "session.id", "wandb.attributes", "a.__proto__.b"),
              ),
              value: fc.oneof(fc.record({ stringValue: fc.oneof(fc.string(), fc.json()) }), fc.object()),
            }),
          ),
        },
        { requiredKeys: [] },
      ),
    );
    const encode = (list: unknown) =>
      Buffer.from(JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: list }] }] }));
    fc.assert(fc.property(fc.oneof(spans, fc.object()), (list) => send("application/json", encode(list))));
    expect(({} as Record<string, unknown>).b).toBeUndefined();
  });
});
