import { z } from "zod";
// Not as `z.core`, with which a page would load all of the library.
import { $constructor } from "zod/v4/core";

type RecordSchema = z.ZodRecord<z.ZodType<string, string>, z.ZodType>;

/** A record of zod's that keeps a member called `__proto__`, which zod leaves out. */
const NamedValues = $constructor<RecordSchema>("NamedValues", (schema, definition) => {
  z.ZodRecord.init(schema, definition as never);
  const parse = schema._zod.parse;
  schema._zod.parse = (payload, context) => {
    const sent: unknown = payload.value;
    const parsed = parse(payload, context);
    if (typeof sent !== "object" || sent === null || !Object.hasOwn(sent, PROTO)) return parsed;
    const value = schema._zod.def.valueType._zod.run({ value: Reflect.get(sent, PROTO), issues: [] }, context);
    if (parsed instanceof Promise || value instanceof Promise) throw new TypeError("Values are checked at once.");
    parsed.issues.push(...value.issues.map((issue) => ({ ...issue, path: [PROTO, ...(issue.path ?? [])] })));
    Object.defineProperty(parsed.value, PROTO, { value: value.value, ...ORDINARY });
    return parsed;
  };
});

const PROTO = "__proto__";
const ORDINARY = { enumerable: true, configurable: true, writable: true };

/** An object of values by names that a client chose, of which any is an ordinary one. */
export const namedValues = <Value extends z.ZodType>(
  name: z.ZodString,
  value: Value,
): z.ZodRecord<z.ZodString, Value> =>
  new NamedValues({ type: "record", keyType: name, valueType: value } as never) as never;
