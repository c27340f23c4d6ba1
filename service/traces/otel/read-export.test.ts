import protobuf from "protobufjs/light.js";
import { describe, expect, it } from "vitest";
import { InvalidRequestError, ValidationError } from "@/service/kernel/errors/service-errors";
import { decodeExportRequest, encodeExportResponse, encodeStatus, PROTOBUF } from "./otlp-messages";
import { readJsonExport } from "./read-export";
import { convertBody } from "./wire/convert-body";

const utf8 = (text: string) => new TextEncoder().encode(text);
const json = (value: unknown) => readJsonExport(utf8(JSON.stringify(value)));
const protobufParts = (bytes: Uint8Array) =>
  convertBody({ type: PROTOBUF, bytes, project: "e/p" })
    .spans("user")
    .flatMap(({ parts }) => parts);

/** A field of wire type 2: a tag, a length and the bytes. */
function lengthDelimited(field: number, bytes: Uint8Array): Uint8Array {
  return protobuf.Writer.create()
    .uint32((field << 3) | 2)
    .bytes(bytes)
    .finish();
}

const spanWith = (members: object) => ({ resourceSpans: [{ scopeSpans: [{ spans: [members] }] }] });

describe("OTLP in JSON", () => {
  it("accepts 64-bit integers as text and as numbers, and keeps their digits", () => {
    const text = (time: string) =>
      utf8(`{"resourceSpans":[{"scopeSpans":[{"spans":[{"startTimeUnixNano":${time},"flags":1}]}]}]}`);
    for (const time of ['"1763649001882123457"', "1763649001882123457"]) {
      const request = readJsonExport(text(time));
      expect(request.resourceSpans?.[0]?.scopeSpans?.[0]?.spans?.[0]?.startTimeUnixNano).toBe("1763649001882123457");
    }
  });

  it("accepts every number as text, as the JSON form of protobuf writes it", () => {
    const value = (member: object) => ({ attributes: [{ key: "k", value: member }] });
    const texts = spanWith({
      flags: "1",
      status: { code: "2" },
      endTimeUnixNano: "2e18",
      ...value({ doubleValue: "1.5" }),
    });
    const numbers = { flags: 1, status: { code: 2 }, endTimeUnixNano: "2000000000000000000" };
    expect(json(texts)).toEqual(spanWith({ ...numbers, ...value({ doubleValue: 1.5 }) }));
    expect(json(spanWith(value({ intValue: "7.0" })))).toEqual(spanWith(value({ intValue: "7" })));
    expect(json(spanWith(value({ doubleValue: "NaN" })))).toEqual(spanWith(value({ doubleValue: "NaN" })));
    for (const member of [{ intValue: "7.5" }, { intValue: "" }, { doubleValue: "0x1" }, { doubleValue: "one" }]) {
      expect(() => json(spanWith(value(member)))).toThrow(ValidationError);
    }
  });

  it("ignores unknown members, and treats null as absent", () => {
    expect(json({ resourceSpans: [{ resource: null, scopeSpans: null, news: 1 }], more: [] })).toEqual({
      resourceSpans: [{ resource: null, scopeSpans: null }],
    });
  });

  it.each([
    [{ resource_spans: [] }, /body has the member "resource_spans" in place of resourceSpans/],
    [{ resourceSpans: [{ resource: {}, scope_spans: [] }] }, /body.resourceSpans\[0\] has the member "scope_spans"/],
    [{ resourceSpans: [{ instrumentationLibrarySpans: [] }] }, /in place of scopeSpans/],
    [spanWith({ attributes: [{ key: "k", value: { string_value: "v" } }] }), /has the member "string_value"/],
    [spanWith({ events: [{ name: "exception", time_unix_nano: "1" }] }), /has the member "time_unix_nano"/],
  ])("is refused with the reason where its members have other names: %j", (body, reason) => {
    expect(() => json(body)).toThrow(reason);
    expect(() => json(body)).toThrow(InvalidRequestError);
  });

  it("may have texts that name members in snake_case", () => {
    const text = JSON.stringify({ string_value: 1, time_unix_nano: 2 });
    const body = spanWith({ attributes: [{ key: "string_value", value: { stringValue: text } }] });
    expect(json(body)).toEqual(body);
  });

  it("names the location of a fault", () => {
    const read = () => json({ resourceSpans: [{ scopeSpans: [{ spans: [{ name: 3 }] }] }] });
    expect(read).toThrow(ValidationError);
    expect(read).toThrow("body.resourceSpans.0.scopeSpans.0.spans.0.name");
  });

  it.each([
    ["no JSON", "{"],
    ["too deep", `{"resourceSpans":${"[".repeat(100_000)}`],
  ])("answers %s with a 400", (_name, text) => {
    expect(() => readJsonExport(utf8(text))).toThrow(InvalidRequestError);
  });

  it("answers bytes that are not UTF-8 with a 400", () => {
    expect(() => readJsonExport(new Uint8Array([0x7b, 0xff]))).toThrow("not valid UTF-8");
  });
});

describe("OTLP in protobuf", () => {
  it("reads an empty message as no spans", () => {
    expect(protobufParts(new Uint8Array())).toEqual([]);
    expect(decodeExportRequest(new Uint8Array())).toEqual({});
  });

  it("ignores unknown fields", () => {
    expect(protobufParts(lengthDelimited(99, utf8("news")))).toEqual([]);
    expect(decodeExportRequest(lengthDelimited(99, utf8("news")))).toEqual({});
  });

  it.each([
    ["text", utf8("<html></html>")],
    ["a length that runs over the end", new Uint8Array([0x0a, 0x7f, 0x01])],
  ])("answers %s with a 400", (_name, bytes) => {
    expect(() => protobufParts(bytes)).toThrow(InvalidRequestError);
  });

  it("answers endlessly nested values with a 400, not with a stack overflow", () => {
    let value: Uint8Array = new Uint8Array();
    for (let depth = 0; depth < 5000; depth += 1) value = lengthDelimited(5, lengthDelimited(1, value));
    const attribute = lengthDelimited(9, lengthDelimited(2, value));
    const head = [lengthDelimited(1, new Uint8Array(16).fill(1)), lengthDelimited(2, new Uint8Array(8).fill(1))];
    const start = Buffer.from([0x39, 1, 0, 0, 0, 0, 0, 0, 0]);
    const span = Buffer.concat([...head, start, attribute]);
    const request = lengthDelimited(1, lengthDelimited(2, lengthDelimited(2, span)));
    expect(() => protobufParts(request)).toThrow(InvalidRequestError);
  });

  it("writes responses as the protocol requires: field 1 with the count in 1 and the reason in 2", () => {
    expect(encodeExportResponse({})).toHaveLength(0);
    const bytes = encodeExportResponse({ partialSuccess: { rejectedSpans: "2", errorMessage: "no" } });
    expect([...bytes]).toEqual([0x0a, 6, 0x08, 2, 0x12, 2, 0x6e, 0x6f]);
    expect([...encodeStatus("no")]).toEqual([0x12, 2, 0x6e, 0x6f]);
  });
});
