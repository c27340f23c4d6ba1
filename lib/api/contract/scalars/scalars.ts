import { z } from "zod";
import { readIsoTime } from "./iso-time";
import { plainNumber } from "./json-text";

/** A free-form JSON object. */
export const jsonObject = z.record(z.string(), z.unknown());

/** An integer; numbers that the exact parser stored as text (`10.0`) count when they are whole. */
export const integer = z.preprocess(plainNumber, z.number().int());

/** An integer of any size: beyond 2^53 its digits are only in the text, which is passed on unchanged. */
export const longInteger = z.preprocess(plainNumber, z.number().refine(Number.isInteger, { error: "expected int" }));

/** A finite number, including one that the exact parser stored as text. */
export const number = z.preprocess(plainNumber, z.number());

const EPOCH_OR_ISO = "ISO 8601 date-time, or seconds since 1970";

/** A time as clients send it: ISO 8601 (UTC without zone), or seconds since 1970. Kept unchanged. */
export const timestampIn = z.preprocess(
  plainNumber,
  z.union([z.number(), z.string().refine((text) => readIsoTime(text) !== null, { error: EPOCH_OR_ISO })], {
    error: EPOCH_OR_ISO,
  }),
);

/** A time as services send it: ISO 8601 UTC. Kept as text, because it may contain microseconds. */
export const timestamp = z.string();

export const projectId = z.string().min(1).max(256).describe("entity/project");

/** A response without content. */
export const emptyResult = z.looseObject({});
