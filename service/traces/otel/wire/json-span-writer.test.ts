import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { errorMessage } from "@/lib/guard/error-message";
import { SPAN_FORMS } from "@/service/traces/otel/testing/drawn-forms";
import { makeRequest, makeSpan } from "@/service/traces/otel/testing/make-span";
import { sized } from "@/test/setup/test-length";
import { convertBody } from "./convert-body";
import { readExportPieces } from "./export-pieces";
import { JsonSpanWriter } from "./json-span-writer";
import { callsOf } from "./testing/converted-calls";
import { WireWriter } from "./wire-writer";

const written = (span: unknown) => new JsonSpanWriter(new WireWriter(0)).write(span);

const bodyOf = (text: string) => ({ type: "application/json", bytes: Buffer.from(text), project: "e/p" });

/** Text of JSON that is put into a request as it is, so that it can be written as `JSON.stringify` never would. */
type Text = string;

const json = (value: unknown): Text => JSON.stringify(value);
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.json(),
  fc.constantFrom("", "null", "7", '"quoted"', "é", "日本語の".repeat(20), "naïve 🙂"),
);
/** Halves of a surrogate pair, and characters that are escaped, also beside one that is not. */
const escaped = fc.constantFrom(
  '"\\u00e9"',
  '"é \\u00e9"',
  '"\\u00c3\\u00a9"',
  '"\\ud83d\\ude42"',
  '"\\ud800"',
  '"\\u0000"',
  '"a\\/b"',
  '"\\udc00\\ud800"',
);
const integer = fc.oneof(
  fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }).map(String),
  fc.integer().map(String),
  fc.constantFrom("0", "-0", "007", "1e3", "", "9223372036854775807", "-9223372036854775808", "9007199254740993"),
);
const number = fc.oneof(fc.double().map(String), integer, fc.constantFrom("-0", "1e400", "0.10", "1E2"));
const int64 = fc.oneof(integer.map(json), integer, fc.constantFrom("null", "true", "1.5"));

const value: fc.Arbitrary<Text> = fc.letrec<{ value: Text; attribute: Text }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    text.map((one) => `{"stringValue":${json(one)}}`),
    escaped.map((one) => `{"stringValue":${one}}`),
    fc.boolean().map((one) => `{"boolValue":${one}}`),
    int64.map((one) => `{"intValue":${one}}`),
    fc.oneof(number, fc.constantFrom('"NaN"', '"-Infinity"', '"1.5"')).map((one) => `{"doubleValue":${one}}`),
    fc.base64String().map((one) => `{"bytesValue":${json(one)}}`),
    fc.constantFrom("{}", "null", '{"stringValue":null}', '{"bytesValue":"e30="}', '{"bytesValue":"e30"}'),
    fc.constantFrom('{"boolValue":true,"intValue":"1"}', '{"stringValue":7}', '{"string_value":"a"}', '{"more":[1]}'),
    fc.constantFrom('{"stringValue":"a","more":1}', '{"arrayValue":{}}', '{"arrayValue":{"values":[null]}}'),
    fc.constantFrom(
      '{"toString":{"stringValue":"a"}}',
      '{"__proto__":{"stringValue":"a"}}',
      '{"stringValue":"a","stringValue":"b"}',
    ),
    fc.array(tie("value"), { maxLength: 3 }).map((all) => `{"arrayValue":{"values":[${all}]}}`),
    fc.array(tie("attribute"), { maxLength: 3 }).map((all) => `{"kvlistValue":{"values":[${all}]}}`),
  ),
  attribute: fc
    .tuple(
      fc.oneof(
        text,
        fc.constantFrom("a.b", "a", "input.value", "gen_ai.prompt", "traceloop.entity.input", "__proto__"),
      ),
      tie("value"),
      fc.constantFrom("", ',"more":1', ',"more":{"int_value":1}'),
    )
    .map(([key, inside, more]) => `{"key":${json(key)},"value":${inside}${more}}`),
})).value;

const attributes = fc.oneof(
  fc
    .array(
      fc.tuple(fc.constantFrom("a.b", "a", "input.value", "output.value", "k".repeat(99), "mlflow.x", "7"), value),
      {
        maxLength: 5,
      },
    )
    .map((all) => `[${all.map(([key, inside]) => `{"key":${json(key)},"value":${inside}}`)}]`),
  fc.constantFrom("null", "[]", "{}", "[null]", '[{"value":{}}]', '[{"key":"a"}]', '[{"key":null}]'),
);
const hex = (digits: number) =>
  fc.oneof(
    { arbitrary: fc.constant(json("ab".repeat(digits / 2))), weight: 30 },
    fc.constantFrom(json("AB".repeat(digits / 2)), json("0".repeat(digits)), '""', "null", '"abc"', "7"),
  );
const time = fc.oneof({ arbitrary: fc.constant('"1763649001882123456"'), weight: 20 }, int64);
const event = fc
  .tuple(time, text, attributes)
  .map(([at, name, list]) => `{"timeUnixNano":${at},"name":${json(name)},"attributes":${list}}`);
const link = fc
  .tuple(hex(32), hex(16), attributes)
  .map(([trace, id, list]) => `{"traceId":${trace},"spanId":${id},"attributes":${list}}`);

/** Members that a span may have, each as it is written and as it is not. */
const span = fc
  .tuple(
    fc.record({ traceId: hex(32), spanId: hex(16), startTimeUnixNano: time }),
    fc.record(
      {
        parentSpanId: hex(16),
        endTimeUnixNano: time,
        name: fc.oneof(text.map(json), escaped, fc.constantFrom("null", "7")),
        traceState: text.map(json),
        kind: fc.constantFrom(
          "0",
          "3",
          "5",
          "6",
          "-1",
          '"SPAN_KIND_CLIENT"',
          '"client"',
          '"SPAN_KIND_X"',
          "1.5",
          "null",
        ),
        flags: fc.constantFrom("0", "257", "768", "4294967296", "-1", "1.5", "null"),
        attributes,
        events: fc.oneof(
          fc.array(event, { maxLength: 2 }).map((all) => `[${all}]`),
          fc.constantFrom("null", "7"),
        ),
        links: fc.oneof(
          fc.array(link, { maxLength: 2 }).map((all) => `[${all}]`),
          fc.constantFrom("null"),
        ),
        status: fc.constantFrom(
          '{"code":2,"message":"no"}',
          '{"code":"STATUS_CODE_OK"}',
          "{}",
          "null",
          "[]",
          '{"code":9}',
        ),
        droppedAttributesCount: fc.constantFrom("0", "{}"),
        start_time_unix_nano: fc.constant("1"),
      },
      { requiredKeys: ["attributes"] },
    ),
  )
  .map((members) => `{${members.flatMap(Object.entries).map(([name, inside]) => `${json(name)}:${inside}`)}}`);

const request = fc
  .array(span, { minLength: 1, maxLength: 3 })
  .map((spans) => `{"resourceSpans":[{"resource":{},"scopeSpans":[{"scope":{"name":"s"},"spans":[${spans}]}]}]}`);

describe("spans in JSON", () => {
  it("become the same calls, rejections and faults by way of protobuf as by the general reader, however they are written", async () => {
    await fc.assert(
      fc.asyncProperty(request, async (sent) => {
        // As some programs write it, with a mark of the order of its bytes.
        const marked = sent.length % 7 === 0 ? `\ufeff${sent}` : sent;
        const outcome = await readExportPieces(bodyOf(marked), "owner").then(
          ({ pieces, response }) => ({ response, calls: pieces.flatMap((piece) => callsOf(piece.convert())) }),
          errorMessage,
        );
        expect(outcome).toEqual(generally(sent));
      }),
      { numRuns: sized({ once: 400, all: 5_000 }) },
    );
  });

  it.each(Object.entries(SPAN_FORMS))("of %s are all written as protobuf", (_name, { request: attributesOf }) => {
    const drawn = { asked: "gpt-5", answered: "gpt-5-2", responseId: "r", uncached: 1, cached: 2, completion: 3 };
    const { resourceSpans } = makeRequest([makeSpan(attributesOf({ ...drawn, costUsd: 0.25 }))]);
    expect(written(resourceSpans?.[0]?.scopeSpans?.[0]?.spans?.[0])).not.toBeNull();
  });

  it("of SDKs with events, links, flags and counts of what was dropped are written, too", () => {
    const counts = { droppedAttributesCount: 0, droppedEventsCount: 0, droppedLinksCount: 0 };
    const link = { traceId: "ab".repeat(16), spanId: "cd".repeat(8), attributes: [], ...counts };
    const event = { name: "exception", timeUnixNano: "1763649001882123456", attributes: [], ...counts };
    const members = { kind: 3, flags: 257, parentSpanId: "", events: [event], links: [link], status: { code: 0 } };
    expect(written({ ...makeSpan({ "a.b": [1, 0.5, true, "é"] }), ...counts, ...members })).not.toBeNull();
  });

  it.each([
    ["members in snake_case", { start_time_unix_nano: "1" }],
    ["an id of another length", { spanId: "ab" }],
    ["half of a surrogate pair", { name: "\ud800" }],
    ["an object that is unknown", { more: {} }],
  ])("with %s are left to the general reader, with nothing written", (_name, members) => {
    const out = new WireWriter(0);
    expect(new JsonSpanWriter(out).write({ ...makeSpan({ a: "b" }), ...members })).toBeNull();
    expect(out.position).toBe(0);
  });
});

function generally(sent: Text) {
  try {
    const converted = convertBody(bodyOf(sent));
    return { response: converted.response, calls: callsOf(converted) };
  } catch (error) {
    return errorMessage(error);
  }
}
