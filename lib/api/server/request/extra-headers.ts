import type { ValidationItem } from "@/lib/api/contract/errors/validation";
import type { Operation } from "@/lib/api/contract/operation/operation";

const MAX_ENTRIES = 32;
const MAX_CHARACTERS = 8 * 1024;

/** Headers that affect identity, framing or routing; a user's extra headers must not set them. */
const REFUSED_NAME =
  /^(authorization|cookie|set-cookie|host|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|forwarded|x-real-ip|content-.*|proxy-.*|x-forwarded-.*)$/i;

/** The characters of a header name (RFC 9110 §5.6.2). */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** The operations that send a completion to a provider. */
export const COMPLETIONS: ReadonlySet<string> = new Set(["completions.create", "completions.createStream"]);

const LOC = ["body", "inputs", "extra_headers"];

function problemOf(name: string, value: unknown): string | null {
  if (!TOKEN.test(name)) return "Not a valid header name";
  if (REFUSED_NAME.test(name)) return "This header cannot be set here";
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean")
    return "Not a valid header value";
  return /\p{Cc}/u.test(String(value)) ? "Control characters are not allowed" : null;
}

/** Returns the errors in `inputs.extra_headers` of a completion; none for other operations. */
export function headerProblems(operation: Operation, body: unknown): ValidationItem[] {
  if (!COMPLETIONS.has(operation.id)) return [];
  // The schema was checked before: inputs is an object, extra_headers an object, null or absent.
  const { inputs } = body as { inputs?: { extra_headers?: Record<string, unknown> | null } };
  const entries = Object.entries(inputs?.extra_headers ?? {});
  if (entries.length > MAX_ENTRIES) {
    return [{ loc: LOC, msg: `At most ${MAX_ENTRIES} headers`, type: "too_many" }];
  }
  const size = entries.reduce((sum, [name, value]) => sum + name.length + String(value).length, 0);
  if (size > MAX_CHARACTERS) return [{ loc: LOC, msg: `At most ${MAX_CHARACTERS} characters`, type: "too_long" }];
  return entries.flatMap(([name, value]) => {
    const problem = problemOf(name, value);
    return problem === null ? [] : [{ loc: [...LOC, name.slice(0, 100)], msg: problem, type: "header_invalid" }];
  });
}
