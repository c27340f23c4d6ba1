import { otherPromptFields } from "@/lib/api/contract/objects/prompt-template";

/** A text in Heddle's form of templates, with what its variables lost. */
export interface ConvertedTemplate {
  readonly text: string;
  readonly losses: readonly string[];
}

/** A tag of Mustache, with its content. Three braces are the same variable, without escaping. */
const TAG = /\{\{\{([^{}]*)\}\}\}|\{\{([^{}]*)\}\}|[{}]/g;

const NAME = /^[A-Za-z_]\w*$/;

const NOT_A_NAME =
  "Tags of templates that are not names of variables (sections, members, filters) stay as literal text.";
const PYTHON_FIELDS = "Variables of a template with a format or a member are kept; only Python fills them in.";

/** Converts `{{name}}` to `{name}`. All other braces are literal. */
export function fromMustache(text: string): ConvertedTemplate {
  let isTagKept = false;
  const converted = text.replaceAll(TAG, (part: string, three: string | undefined, two: string | undefined) => {
    const content = three ?? two;
    if (content === undefined) return part + part;
    const name = content.trim();
    if (NAME.test(name)) return `{${name}}`;
    isTagKept ||= name !== "";
    return part.replaceAll(/[{}]/g, (brace) => brace + brace);
  });
  return { text: converted, losses: isTagKept ? [NOT_A_NAME] : [] };
}

/** Python's own form of templates is the one that Heddle has. */
export function fromPython(text: string): ConvertedTemplate {
  return { text, losses: otherPromptFields(text).length > 0 ? [PYTHON_FIELDS] : [] };
}

/** Text without variables. */
export function literalTemplate(text: string): ConvertedTemplate {
  return { text: text.replaceAll(/[{}]/g, (brace) => brace + brace), losses: [] };
}
