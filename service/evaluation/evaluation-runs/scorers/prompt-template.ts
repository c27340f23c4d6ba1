import { textOf } from "./value-at-path";

/** A template that cannot be filled in; the message names the place. */
export class TemplateError extends Error {
  override readonly name = "TemplateError";
}

/** A doubled brace, or a brace with what is inside. */
const PART = /\{\{|\}\}|\{([^{}]*)\}|[{}]/g;

/**
 * Returns the names in a template, as Python's `format()` reads it.
 *
 * @throws TemplateError for a single brace, or a field with more than a name
 */
export function templateNames(template: string): string[] {
  const names = new Set<string>();
  for (const match of template.matchAll(PART)) {
    const [part, name] = match;
    if (part === "{{" || part === "}}") continue;
    if (name === undefined)
      throw new TemplateError(`Position ${match.index}: write ${part}${part} for a literal ${part}`);
    if (!/^[^\s[\]!:.][^[\]!:.]*$/.test(name))
      throw new TemplateError(`Position ${match.index}: {${name}} is not the name of a column; double literal braces`);
    names.add(name);
  }
  return [...names];
}

/** Returns a template in which names are replaced by those that they stand for. A template with an error stays as it is. */
export function renameInTemplate(template: string, names: Readonly<Record<string, string>>): string {
  return template.replaceAll(PART, (part: string, name: string | undefined) =>
    name !== undefined && Object.hasOwn(names, name) ? `{${names[name]}}` : part,
  );
}

/**
 * Fills in a template: `{name}` becomes the value, `{{` and `}}` become braces.
 *
 * @param present what becomes of the text of a value
 * @throws TemplateError for a name without a value
 */
export function fillTemplate(
  template: string,
  values: Readonly<Record<string, unknown>>,
  present: (text: string) => string = (text) => text,
): string {
  templateNames(template);
  return template.replaceAll(PART, (part: string, name: string | undefined) => {
    if (part === "{{" || part === "}}") return part.charAt(0);
    if (name === undefined || !Object.hasOwn(values, name))
      throw new TemplateError(`The row has no column ${name ?? part}.`);
    return present(textOf(values[name]));
  });
}
