import { isJsonObject } from "@/lib/guard/json-object";

type Members = Readonly<Record<string, unknown>>;

/** A text that cannot be filled in; the message names the place in it. */
export class PromptTemplateError extends Error {
  override readonly name = "PromptTemplateError";
}

/** A doubled brace, or a brace with its content. */
const PART = /\{\{|\}\}|\{([^{}]*)\}|[{}]/g;

const NAME = /^[A-Za-z_]\w*$/;

/**
 * Fills in a text as `format()` of the Python client does: `{name}` becomes the value, `{{` and `}}` become braces.
 * Conversions and attributes (`{name:>8}`, `{user.name}`) are Python's own.
 *
 * @throws PromptTemplateError for a name without a value, a single brace, or more than a name
 */
export function fillPromptText(text: string, values: Members): string {
  return text.replaceAll(PART, (part: string, name: string | undefined, at: number) => {
    if (part === "{{" || part === "}}") return part.charAt(0);
    if (name === undefined) throw new PromptTemplateError(`Position ${at}: write ${part}${part} for a literal ${part}`);
    if (!NAME.test(name)) {
      throw new PromptTemplateError(
        `Position ${at}: {${name}} is not the name of a variable; write {{ and }} for literal braces`,
      );
    }
    if (!Object.hasOwn(values, name)) throw new PromptTemplateError(`The variable ${name} has no value`);
    const value = values[name];
    return typeof value === "string" ? value : JSON.stringify(value);
  });
}

/** Returns the fields of a text that Python fills in, but not by their name alone: `{name:>8}`. */
export function otherPromptFields(text: string): readonly string[] {
  return [...text.matchAll(PART)].flatMap(([part, name]) => (name !== undefined && !NAME.test(name) ? [part] : []));
}

/**
 * Changes the texts of a message that the Python client fills in: its text members, and those of objects in lists, such
 * as content parts. Objects that are members, such as the function of a tool call, stay as they are.
 */
export function withPromptTexts(message: Members, change: (text: string) => string): Members {
  return Object.fromEntries(
    Object.entries(message).map(([name, value]) => {
      if (typeof value === "string") return [name, change(value)];
      if (Array.isArray(value) && value.every(isJsonObject)) {
        return [name, value.map((item) => withPromptTexts(item, change))];
      }
      return [name, value];
    }),
  );
}
