/** A place in a template whose bytes are written anew for each trace. */
export interface Slot<Name extends string = string> {
  readonly name: Name;
  readonly at: number;
  readonly length: number;
  /** The number of the span in its trace. */
  readonly span: number;
  /** Tells texts of one trace apart: equal numbers get the same text. */
  readonly part: number;
}

/** Bytes with places in them. */
export interface Template<Name extends string = string> {
  readonly bytes: Buffer;
  readonly slots: readonly Slot<Name>[];
}

export function fixed(content: string | Uint8Array): Template<never> {
  return { bytes: Buffer.from(content), slots: [] };
}

export function slot<Name extends string>(name: Name, length: number, span: number, part = 0): Template<Name> {
  return { bytes: Buffer.alloc(length, " "), slots: [{ name, at: 0, length, span, part }] };
}

export function join<Name extends string = never>(...parts: readonly (Template<Name> | string)[]): Template<Name> {
  const templates: Template<Name>[] = parts.map((part) => (typeof part === "string" ? fixed(part) : part));
  const slots: Slot<Name>[] = [];
  let begun = 0;
  for (const template of templates) {
    for (const one of template.slots) slots.push({ ...one, at: one.at + begun });
    begun += template.bytes.length;
  }
  return { bytes: Buffer.concat(templates.map(({ bytes }) => bytes)), slots };
}
