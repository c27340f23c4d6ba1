import fc from "fast-check";
import protobuf from "protobufjs/light.js";
import { describe, expect, it } from "vitest";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import { endPartOf, startPartOf } from "@/service/traces/calls/written-parts";
import { convertExport } from "@/service/traces/otel/convert-export";
import { decodeExportRequest, PROTOBUF } from "@/service/traces/otel/otlp-messages";
import { type CallPart, isLaterPart, type Payload } from "@/service/traces/store/calls/call-parts";
import { sized } from "@/test/setup/test-length";
import { convertBody } from "./convert-body";
import { readExportPieces } from "./export-pieces";

const { Writer } = protobuf;

/** A field that holds text, bytes or a message. */
function delimited(field: number, content: Uint8Array | string): Uint8Array {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  return Writer.create()
    .uint32((field << 3) | 2)
    .bytes(bytes)
    .finish();
}

const varint = (field: number, value: bigint) =>
  Writer.create()
    .uint32(field << 3)
    .int64(String(value))
    .finish();
const fixed64 = (field: number, value: bigint) =>
  Writer.create()
    .uint32((field << 3) | 1)
    .fixed64(String(value))
    .finish();
const double = (field: number, value: number) =>
  Writer.create()
    .uint32((field << 3) | 1)
    .double(value)
    .finish();
const fixed32 = (field: number, value: number) =>
  Writer.create()
    .uint32((field << 3) | 5)
    .fixed32(value)
    .finish();

const textValue = (text: string | Uint8Array) => delimited(1, text);
const attribute = (key: string, value: Uint8Array) => Buffer.concat([delimited(1, key), delimited(2, value)]);

const TIME = 1_763_649_001_882_123_456n;

interface SpanFields {
  readonly id?: number;
  readonly parent?: number | null;
  readonly attributes?: readonly Uint8Array[];
  readonly more?: readonly Uint8Array[];
}

function span({ id = 1, parent = null, attributes = [], more = [] }: SpanFields): Uint8Array {
  return Buffer.concat([
    delimited(1, Buffer.alloc(16, 7)),
    delimited(2, Buffer.alloc(8, id)),
    ...(parent === null ? [] : [delimited(4, Buffer.alloc(8, parent))]),
    delimited(5, "chat gpt-4o"),
    varint(6, 3n),
    fixed64(7, TIME),
    fixed64(8, TIME + 1_500_000_001n),
    ...attributes.map((bytes) => delimited(9, bytes)),
    ...more,
  ]);
}

function request(...spans: readonly Uint8Array[]): Uint8Array {
  const resource = delimited(1, delimited(1, attribute("service.name", textValue("agent"))));
  const scope = delimited(1, Buffer.concat([delimited(1, "scope"), delimited(2, "1.0")]));
  const scopeSpans = delimited(2, Buffer.concat([scope, ...spans.map((bytes) => delimited(2, bytes))]));
  return delimited(1, Buffer.concat([resource, scopeSpans]));
}

function payloadTexts(payloads: Readonly<Record<string, unknown>>): Map<string, string> {
  return new Map(Object.entries(payloads).map(([name, value]) => [name, stringifyJson(value)]));
}

/** What the general decoder makes of a request: values as objects, written by the general writer. */
function generalParts(bytes: Uint8Array): CallPart[] {
  return convertExport(decodeExportRequest(bytes), "e/p").calls.flatMap(({ start, end }) => {
    const { attributes, inputs, otel_dump } = start;
    const first = startPartOf(start, payloadTexts({ attributes, inputs, otel_dump }), "user", []);
    if (!end) return [first];
    const { summary, output } = end;
    return [first, endPartOf(end, payloadTexts(output === null ? { summary } : { summary, output }), [])];
  });
}

const asText = (payload: Payload) => ({ ...payload, text: String(payload.text) });

function comparable(part: CallPart) {
  if (isLaterPart(part)) return part;
  if (part.part === "end") {
    return { ...part, output: part.output && asText(part.output), summary: asText(part.summary) };
  }
  const { otelDump, attributes, inputs } = part;
  return { ...part, otelDump: String(otelDump), attributes: asText(attributes), inputs: asText(inputs) };
}

function convert(bytes: Uint8Array): CallPart[] {
  return convertBody({ type: PROTOBUF, bytes, project: "e/p" })
    .spans("user")
    .flatMap(({ parts }) => parts);
}

/** Every request is large, and becomes pieces of four spans. */
const PIECES = { wholeSpans: -1, wholeBytes: -1, pieceSpans: 4, pieceBytes: 1024 ** 2 };

/** The same for a large request, which is converted in pieces after all of it is checked. */
async function convertPieces(bytes: Uint8Array): Promise<CallPart[]> {
  const { pieces } = await readExportPieces({ type: PROTOBUF, bytes, project: "e/p" }, "owner", PIECES);
  return pieces.flatMap((piece) => piece.convert().spans("user")).flatMap(({ parts }) => parts);
}

async function expectSame(bytes: Uint8Array): Promise<void> {
  const general = generalParts(bytes).map(comparable);
  expect(convert(bytes).map(comparable)).toEqual(general);
  expect((await convertPieces(bytes)).map(comparable)).toEqual(general);
}

const withAttributes = (...attributes: readonly Uint8Array[]) => request(span({ attributes }));
const texts = (members: Readonly<Record<string, string>>) =>
  withAttributes(...Object.entries(members).map(([key, text]) => attribute(key, textValue(text))));

describe("a request in protobuf is stored as the general decoder would store it", () => {
  it.each([
    ["no attributes", {}],
    [
      "messages as JSON text",
      {
        "gen_ai.input.messages": '[{"role":"user","parts":[{"type":"text"}]}]',
        "gen_ai.system_instructions": "[1.0]",
        "gen_ai.output.messages": ' [ { "a" : 1e5 } ] ',
      },
    ],
    ["messages as an object", { "gen_ai.input.messages": '{"a":1}', "gen_ai.system_instructions": "be kind" }],
    ["an input that is an object", { input: '{"value":"x","b":1}', output: "[]" }],
    ["an empty object as input", { "input.value": "{}" }],
    ["JSON with members in the order of numbers", { "input.value": '{"b":1,"2":2,"1":[{"a":1,"a":2}]}' }],
    ["text that only looks like JSON", { "input.value": "{not json", "output.value": "[1] and more" }],
    [
      "dotted keys as lists",
      {
        "llm.input_messages.0.message.role": "user",
        "llm.input_messages.1.message.content": "x",
        "llm.input_messages.1.message.tool_calls.0.tool_call.id": "7",
      },
    ],
    [
      "a list of messages as JSON text",
      { "llm.input_messages": '[{"message":{"role":"user","tool_calls":[{"tool_call":{"id":1}}]}}]' },
    ],
    ["quoted texts of OpenLLMetry", { "traceloop.entity.output": '"quoted"', "traceloop.entity.input": '"half' }],
    ["quoted texts of MLflow", { "mlflow.spanInputs": '"quoted"', "mlflow.spanType": '"LLM"' }],
    [
      "parameters as JSON text",
      { "llm.invocation_parameters": '{"model":"m","temperature":0.10}', "llm.token_count.prompt": "12" },
    ],
    ["a group that is also a value", { "gen_ai.prompt": '{"a":1}', "gen_ai.prompt.b": "2" }],
    [
      "attributes of its sender",
      {
        "wandb.attributes.team": "red",
        "wandb.attributes": '{"n":1.0}',
        "wandb.thread_id": "t",
        "wandb.is_turn": "true",
      },
    ],
    ["times after the fact", { "langfuse.startTime": "2025-01-01T00:00:00Z", "langfuse.endTime": "no time" }],
    ["keys that are numbers, or empty, or a prototype", { "1": "b", "": "a", "__proto__.x": "c", "a.__proto__": "d" }],
    [
      "refs and numbers beyond 64 bits",
      {
        "input.value": '{"r":"weave:///e/p/object/o:d","n":123456789012345678901234}',
        "output.value": "wandb-artifact:///e/p/n:v1",
      },
    ],
    ["text of every width", { "input.value": 'é"\\\n\u0001\u007f😀', "output.value": '{"a":"é\\u00e9\\ud800"}' }],
  ])("with %s", (_name, members) => expectSame(texts(members)));

  it("with values of every type, and without one", async () => {
    await expectSame(
      withAttributes(
        attribute("none", new Uint8Array()),
        delimited(1, "no value"),
        attribute("true", varint(2, 1n)),
        attribute("false", varint(2, 0n)),
        attribute("int.small", varint(3, -42n)),
        attribute("int.long", varint(3, -(2n ** 63n))),
        attribute("int.longest", varint(3, 2n ** 63n - 1n)),
        ...[0.1, -0, 1e300, Number.NaN, Number.NEGATIVE_INFINITY].map((value, at) =>
          attribute(`double.${at}x`, double(4, value)),
        ),
        attribute(
          "list",
          delimited(5, Buffer.concat(["a", '{"b": 1.0}'].map((text) => delimited(1, textValue(text))))),
        ),
        attribute("list of lists", delimited(5, delimited(1, delimited(5, delimited(1, varint(3, 1n)))))),
        attribute("empty list", delimited(5, new Uint8Array())),
        attribute(
          "members",
          delimited(
            6,
            Buffer.concat([delimited(1, attribute("b", varint(3, 1n))), delimited(1, attribute("1", varint(3, 2n)))]),
          ),
        ),
        attribute("bytes", delimited(7, Buffer.from([0, 255]))),
        attribute("two values", Buffer.concat([varint(3, 1n), textValue("x")])),
        attribute("gen_ai.usage.input_tokens", varint(3, 5n)),
        attribute("gen_ai.response.finish_reasons", delimited(5, delimited(1, textValue("stop")))),
      ),
    );
  });

  it("with events, links, a status, flags and a parent", async () => {
    const event = Buffer.concat([
      fixed64(1, TIME),
      delimited(2, "exception"),
      delimited(3, attribute("exception.message", textValue("no"))),
    ]);
    const link = Buffer.concat([delimited(1, Buffer.alloc(16, 1)), delimited(2, Buffer.alloc(8, 2))]);
    const status = Buffer.concat([delimited(2, "failed"), varint(3, 2n)]);
    const attributes = [attribute("gen_ai.operation.name", textValue("chat")), attribute("session.id", textValue("s"))];
    await expectSame(
      request(
        span({ id: 1, attributes, more: [delimited(15, status), fixed32(16, 0x300)], parent: 9 }),
        span({ id: 2, attributes, more: [delimited(11, event), delimited(15, status)], parent: 1 }),
        span({ id: 3, attributes: [], more: [delimited(13, link)], parent: 2 }),
      ),
    );
  });

  it("with unknown fields anywhere, also in groups and in unexpected encodings", async () => {
    const unknown = [
      varint(99, 7n),
      fixed64(98, 7n),
      fixed32(97, 7),
      delimited(96, "x"),
      Buffer.from([0x9b, 0x06, 0x08, 0x01, 0x9c, 0x06]),
    ];
    const value = Buffer.concat([...unknown, textValue("kept"), ...unknown]);
    const padded = Buffer.concat([...unknown, attribute("input.value", value), ...unknown]);
    await expectSame(request(span({ attributes: [padded], more: unknown })));
  });

  it("for any attributes", async () => {
    const keys = fc.oneof(
      fc.constantFrom(
        "gen_ai.input.messages",
        "gen_ai.prompt",
        "gen_ai.prompt.0.content",
        "gen_ai.prompt.name",
        "gen_ai.request.model",
        "langfuse.observation.usage_details",
        "metadata",
        "metadata.usage_object",
        "pydantic_ai.all_messages",
        "input",
        "input.value",
        "output",
      ),
      fc.constantFrom(
        "gen_ai.usage.input_tokens",
        "llm.token_count.total",
        "llm.output_messages",
        "session.id",
        "wandb.attributes",
        "a",
        "a.b",
        "a.0",
        "a.1",
      ),
      fc.string({ maxLength: 5 }),
    );
    const any = fc.letrec<{ value: Uint8Array }>((tie) => ({
      value: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        fc.constant(new Uint8Array()),
        fc.string({ unit: "binary" }).map(textValue),
        fc.json().map(textValue),
        fc.boolean().map((value) => varint(2, value ? 1n : 0n)),
        fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => varint(3, value)),
        fc.double().map((value) => double(4, value)),
        fc.uint8Array().map((value) => delimited(7, value)),
        fc
          .array(tie("value"), { maxLength: 3 })
          .map((list) => delimited(5, Buffer.concat(list.map((item) => delimited(1, item))))),
        fc
          .array(fc.tuple(keys, tie("value")), { maxLength: 3 })
          .map((list) => delimited(6, Buffer.concat(list.map(([key, item]) => delimited(1, attribute(key, item)))))),
      ),
    })).value;
    const spans = fc.array(fc.array(fc.tuple(keys, any), { maxLength: 6 }), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(spans, (lists) =>
        expectSame(
          request(
            ...lists.map((list, at) =>
              span({ id: at + 1, parent: at || null, attributes: list.map(([key, value]) => attribute(key, value)) }),
            ),
          ),
        ),
      ),
      { numRuns: sized({ once: 60, all: 1000 }) },
    );
  });
});

describe("a request in protobuf that is damaged", () => {
  const whole = request(
    span({ attributes: [attribute("input.value", textValue('{"a":1}')), attribute("n", varint(3, 2n ** 40n))] }),
  );

  it("is refused with a reason wherever it is cut", async () => {
    for (let length = 1; length < whole.length; length += 1) {
      expect(() => convert(whole.subarray(0, length))).toThrow(InvalidRequestError);
      await expect(convertPieces(whole.subarray(0, length))).rejects.toThrow(InvalidRequestError);
    }
    expect(() => convert(whole.subarray(0, 40))).toThrow(/is longer than its message/);
  });

  it("is refused when a text is not UTF-8, wherever it is, and before any of it is converted", async () => {
    const broken = Buffer.from([0x61, 0xff, 0xe2, 0x82, 0x62]);
    const long = Buffer.concat([Buffer.alloc(200, "a"), broken]);
    const json = Buffer.concat([Buffer.from('{"a":"'), broken, Buffer.from('"}')]);
    const damaged = [
      ...[broken, long, json].map((text) => withAttributes(attribute("input.value", textValue(text)))),
      withAttributes(delimited(1, broken)),
      request(span({ more: [delimited(5, broken)] })),
      request(span({ more: [delimited(3, long)] })),
    ];
    for (const bytes of damaged) {
      expect(() => convert(bytes)).toThrow(InvalidRequestError);
      expect(() => convert(bytes)).toThrow(/utf-8/i);
      expect(() => decodeExportRequest(bytes)).toThrow(/utf-8/i);
      const read = readExportPieces({ type: PROTOBUF, bytes, project: "e/p" }, "owner", PIECES);
      await expect(read).rejects.toThrow(/utf-8/i);
    }
  });

  it("gives parts or a refusal for any changed byte, the same in pieces, which are refused before they are converted", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), async (at, byte) => {
        const changed = Buffer.from(whole);
        changed[at] = byte;
        let parts: CallPart[];
        try {
          parts = convert(changed);
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidRequestError);
          const read = readExportPieces({ type: PROTOBUF, bytes: changed, project: "e/p" }, "owner", PIECES);
          await expect(read).rejects.toThrow(InvalidRequestError);
          return;
        }
        expect((await convertPieces(changed)).map(comparable)).toEqual(parts.map(comparable));
      }),
      { numRuns: sized({ once: 60, all: 1000 }) },
    );
  });
});
