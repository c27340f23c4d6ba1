import { isLosslessNumber } from "lossless-json";
import { z } from "zod";
import { plainNumber } from "@/lib/api/contract/scalars/json-text";

/** A number as JSON writes it, in a text: the JSON form of protobuf has any number as one or as text. */
const NUMBER_TEXT = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Returns the number in a text, if that is all it has; any other value unchanged. */
function numberInText(value: unknown): unknown {
  const plain = plainNumber(value);
  return typeof plain === "string" && NUMBER_TEXT.test(plain) ? Number(plain) : plain;
}

const DIGITS = /^-?\d{1,20}$/;

/** A 64-bit integer: OTLP's JSON form writes it as text, readers accept numbers too. Stored as its digits. */
export const int64 = z.preprocess(
  (value) => {
    if (isLosslessNumber(value)) return value.value;
    const number = typeof value === "string" && DIGITS.test(value) ? value : numberInText(value);
    return typeof number === "number" && Number.isInteger(number) ? BigInt(number).toString() : number;
  },
  z.string().regex(DIGITS, { error: "Input should be a 64-bit integer" }),
);

/** JSON has no form for these three, so OTLP writes them as text. */
const double = z.preprocess(numberInText, z.union([z.number(), z.enum(["NaN", "Infinity", "-Infinity"])]));

/** An enum: its number, or its name from lenient writers. */
const enumValue = z.preprocess(numberInText, z.union([z.number().int(), z.string()])).nullish();

/** One attribute value; at most one member is set, none means empty. */
export const anyValue = z.object({
  stringValue: z.string().nullish(),
  boolValue: z.boolean().nullish(),
  intValue: int64.nullish(),
  doubleValue: double.nullish(),
  get arrayValue() {
    return z.object({ values: z.array(anyValue).nullish() }).nullish();
  },
  get kvlistValue() {
    return z.object({ values: z.array(keyValue).nullish() }).nullish();
  },
  bytesValue: z.string().nullish().describe("base64"),
});

export const keyValue = z.object({
  key: z.string(),
  get value() {
    return anyValue.nullish();
  },
});

export const attributes = z.array(keyValue).nullish();

const spanEvent = z.object({ timeUnixNano: int64.nullish(), name: z.string().nullish(), attributes });

const spanLink = z.object({
  traceId: z.string().nullish(),
  spanId: z.string().nullish(),
  traceState: z.string().nullish(),
  attributes,
});

export const rawSpan = z.object({
  traceId: z.string().nullish().describe("32 hexadecimal digits"),
  spanId: z.string().nullish().describe("16 hexadecimal digits"),
  traceState: z.string().nullish(),
  parentSpanId: z.string().nullish(),
  flags: z.preprocess(numberInText, z.number().int()).nullish(),
  name: z.string().nullish(),
  kind: enumValue,
  startTimeUnixNano: int64.nullish(),
  endTimeUnixNano: int64.nullish(),
  attributes,
  events: z.array(spanEvent).nullish(),
  links: z.array(spanLink).nullish(),
  status: z.object({ message: z.string().nullish(), code: enumValue }).nullish(),
});

export const scope = z.object({ name: z.string().nullish(), version: z.string().nullish(), attributes });

const scopeSpans = z.object({ scope: scope.nullish(), spans: z.array(rawSpan).nullish() });

const resourceSpans = z.object({
  resource: z.object({ attributes }).nullish(),
  scopeSpans: z.array(scopeSpans).nullish(),
});

/** ExportTraceServiceRequest in OTLP's JSON form: members in lowerCamelCase, ids in hexadecimal. */
export const exportTraceRequest = z.object({ resourceSpans: z.array(resourceSpans).nullish() });

/** ExportTraceServiceResponse: `partialSuccess` only when spans were rejected. */
export const exportTraceResponse = z.object({
  partialSuccess: z.object({ rejectedSpans: int64.optional(), errorMessage: z.string().optional() }).optional(),
});

/** The project of spans whose resource names none. */
export const exportTraceHeaders = z.object({
  project_id: z.string().min(1).max(256).optional().describe("entity/project"),
});

export type AnyValue = z.output<typeof anyValue>;
export type KeyValue = z.output<typeof keyValue>;
export type ExportTraceRequest = z.output<typeof exportTraceRequest>;
export type ExportTraceResponse = z.output<typeof exportTraceResponse>;
export type RawResource = z.output<typeof resourceSpans>["resource"];
export type RawScope = z.output<typeof scope>;
export type RawSpan = z.output<typeof rawSpan>;
