import { fixed, join, type Template } from "./template";

/** The encodings of protobuf's wire format that OTLP uses. */
const VARINT = 0;
const FIXED_64 = 1;
const DELIMITED = 2;
const FIXED_32 = 5;

export function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Buffer.from([...bytes, rest]);
}

const tag = (field: number, encoding: number) => fixed(varint(field * 8 + encoding));

/** A field with a message, a text or bytes in it. */
export function delimited<Name extends string = never>(
  field: number,
  content: Template<Name> | string,
): Template<Name> {
  const template: Template<Name> = typeof content === "string" ? fixed(content) : content;
  return join<Name>(tag(field, DELIMITED), fixed(varint(template.bytes.length)), template);
}

export function number<Name extends string = never>(field: number, value: Template<Name> | number): Template<Name> {
  return join<Name>(tag(field, VARINT), typeof value === "number" ? fixed(varint(value)) : value);
}

/** A field of eight bytes. */
export function fixed64<Name extends string>(field: number, content: Template<Name>): Template<Name> {
  return join<Name>(tag(field, FIXED_64), content);
}

export function fixed32(field: number, value: number): Template<never> {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return join<never>(tag(field, FIXED_32), fixed(bytes));
}
