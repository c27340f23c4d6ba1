import { z } from "zod";
import { isJsonObject } from "@/lib/guard/json-object";
import { InvalidRequestError } from "@/service/kernel/errors/service-errors";

const text = z.string();

/**
 * Classes that clients publish as plain members and the service completes: the required members of each, and the
 * defaults of the optional ones.
 */
const builtinClasses: ReadonlyMap<string, { members: z.ZodType; defaults: Readonly<Record<string, unknown>> }> =
  new Map([
    ["SavedView", { members: z.object({ view_type: text, label: text, definition: z.looseObject({}) }), defaults: {} }],
    ["AnnotationSpec", { members: z.looseObject({}), defaults: {} }],
    ["Leaderboard", { members: z.looseObject({}), defaults: {} }],
    [
      "Provider",
      {
        members: z.object({ base_url: text, api_key_name: text }),
        defaults: { extra_headers: {}, return_type: "openai" },
      },
    ],
    ["ProviderModel", { members: z.object({ provider: text, max_tokens: z.number() }), defaults: {} }],
    ["LLMStructuredCompletionModel", { members: z.looseObject({}), defaults: {} }],
    ["ActionSpec", { members: z.looseObject({}), defaults: {} }],
  ]);

const commonDefaults = { name: null, description: null };

/** A value with the names of its class and of the classes it derives from; the names are empty if it has none. */
export interface ClassedValue {
  readonly val: string;
  readonly baseObjectClass: string;
  readonly leafObjectClass: string;
}

/** `_bases` of an object whose class the client has set: it ends with `Object` or `BaseObject`, then `BaseModel`. */
function basesOf(value: Record<string, unknown>): readonly unknown[] | null {
  const bases = value._bases;
  if (!Array.isArray(bases) || bases.length < 2 || bases.at(-1) !== "BaseModel") return null;
  return bases.at(-2) === "Object" || bases.at(-2) === "BaseObject" ? bases : null;
}

const nameOf = (value: unknown) => (typeof value === "string" ? value : "");

/**
 * Finds the classes of a value, and completes a value of a built-in class that was sent as plain members. All other
 * values stay exactly as sent.
 *
 * @param json the value's text
 * @param value the same, parsed
 * @param className the built-in class that the request names, or null
 * @throws InvalidRequestError for an unknown class, one that the value contradicts, or one whose members are missing
 */
export function classValue(json: string, value: unknown, className: string | null): ClassedValue {
  const bases = isJsonObject(value) ? basesOf(value) : null;
  if (isJsonObject(value) && bases) {
    const leafObjectClass = nameOf(value._class_name);
    if (className !== null && className !== leafObjectClass) {
      throw new InvalidRequestError(`The value is of the class ${leafObjectClass || "(none)"}, not ${className}.`);
    }
    const baseObjectClass = bases.length > 2 ? nameOf(bases.at(-3)) : leafObjectClass;
    return { val: json, baseObjectClass, leafObjectClass };
  }
  if (className === null) return { val: json, baseObjectClass: "", leafObjectClass: "" };
  return { val: completed(json, value, className), baseObjectClass: className, leafObjectClass: className };
}

function completed(json: string, value: unknown, className: string): string {
  const known = builtinClasses.get(className);
  if (known === undefined) {
    throw new InvalidRequestError(
      `Unknown object class ${className}. Available: ${[...builtinClasses.keys()].join(", ")}.`,
    );
  }
  const checked = known.members.safeParse(value);
  if (!checked.success || !isJsonObject(value)) {
    const [issue] = checked.error?.issues ?? [];
    const place = ["val", ...(issue?.path ?? [])].join(".");
    throw new InvalidRequestError(
      `The value is not a valid ${className}: ${place}: ${issue?.message ?? "not an object"}`,
    );
  }
  const given = nameOf(value._class_name) || className;
  if (given !== className) throw new InvalidRequestError(`The value is of the class ${given}, not ${className}.`);
  const added = { _type: className, ...commonDefaults, ...known.defaults, _class_name: className };
  const missing = Object.entries(added).filter(([name]) => !Object.hasOwn(value, name));
  const members = [...missing, ["_bases", ["BaseObject", "BaseModel"]] as const].map(
    ([name, member]) => `${JSON.stringify(name)}:${JSON.stringify(member)}`,
  );
  const inner = json.slice(json.indexOf("{") + 1, json.lastIndexOf("}"));
  return `{${[...(inner.trim() === "" ? [] : [inner]), ...members].join(",")}}`;
}
