/** Markup that is safe to write: texts in it are escaped. Only `html` creates it. */
export class Html {
  readonly #text: string;

  private constructor(text: string) {
    this.#text = text;
  }

  /** The markup itself, for the file or the response. */
  toString(): string {
    return this.#text;
  }

  static of(strings: readonly string[], values: readonly HtmlValue[]): Html {
    const parts = strings.map((text, index) => text + (index < values.length ? written(values[index]) : ""));
    return new Html(parts.join(""));
  }
}

/** Whatever may be between the markup: text, which is escaped, markup, or lists of both. Null writes nothing. */
export type HtmlValue = string | number | Html | null | undefined | readonly HtmlValue[];

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  // A null byte is not valid in HTML; a carriage return would be read as a line feed.
  "\0": "\ufffd",
  "\r": "&#13;",
};

const SPECIAL = /[&<>"'\0\r]/g;

function written(value: HtmlValue): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Html) return value.toString();
  if (typeof value === "object") return value.map(written).join("");
  return String(value).replace(SPECIAL, (character) => ENTITIES[character] ?? "");
}

/**
 * Markup with escaped values: html`<b>${text}</b>`. Values belong into elements and quoted attributes only, never into
 * a tag's name, a style or a script.
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return Html.of(strings, values);
}
