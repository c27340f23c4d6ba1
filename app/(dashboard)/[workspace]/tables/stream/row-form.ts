import { isDictionary, numberText, valueKind } from "@/lib/json/value/value-kind";
import type { DiscoveredField } from "./field-discovery";

/** Maximum number of forms of the items of a list. */
const MAX_ITEM_FORMS = 4;

/** Maximum length of an expression; values with longer ones have too many members to compare. */
const MAX_EXPRESSION_LENGTH = 16_000;

/** An expression of a complete JSON string. */
export const STRING = '"[^"\\\\\\x00-\\x1f]*(?:\\\\(?:["\\\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\\\\x00-\\x1f]*)*"';

const INTEGER = "-?(?:0|[1-9]\\d*)";
/** Excludes positive exponents, with which a number may be an integer. */
const FRACTION = `${INTEGER}(?:\\.\\d+(?:[eE]-\\d+)?|[eE]-\\d+)`;
const NUMBER = `${INTEGER}(?:\\.\\d+)?(?:[eE][+-]?\\d+)?`;
const SCALAR = `(?:${STRING}|${NUMBER}|true|false|null)`;

/**
 * The form of a value: the members of objects with the forms of their values, the forms of the items of lists, and the
 * kinds of all other values. `scalars` are expressions of values that may replace an object or a list.
 */
export type ValueForm =
  | { readonly kind: "source"; readonly source: string }
  | { readonly kind: "object"; readonly members: ReadonlyMap<string, ValueForm>; readonly scalars: readonly string[] }
  | { readonly kind: "list"; readonly items: readonly ValueForm[]; readonly scalars: readonly string[] };

/** Returns the form of every text that matches this expression. */
export const sourceForm = (source: string): ValueForm => ({ kind: "source", source });

/** Returns a form that only this value has. */
export const literalForm = (value: unknown): ValueForm =>
  sourceForm(escaped(numberText(value) ?? JSON.stringify(value)));

/**
 * Returns the form of a value.
 *
 * @param field the kinds of all earlier values at its path; null where all kinds are allowed, as inside a list
 */
export function formOf(value: unknown, field: DiscoveredField | null): ValueForm {
  const scalars = field === null ? [] : scalarSources(new Set([...field.kinds, valueKind(value)]));
  if (Array.isArray(value)) return { kind: "list", items: itemForms(value), scalars };
  if (!isDictionary(value)) return sourceForm(field === null ? SCALAR : oneOf(scalars));
  const members = Object.entries(value).map(([key, member]) => {
    // The type of an object decides whether its members are fields.
    const form = key === "_type" ? literalForm(member) : formOf(member, field?.below.get(key) ?? null);
    return [key, form] as const;
  });
  return { kind: "object", members: new Map(members), scalars };
}

function scalarSources(kinds: ReadonlySet<string | null>): string[] {
  const [hasInteger, hasFraction] = [kinds.has("int"), kinds.has("num")];
  return [
    ...(kinds.has("str") ? [STRING] : []),
    ...(hasInteger || hasFraction ? [hasInteger && hasFraction ? NUMBER : hasInteger ? INTEGER : FRACTION] : []),
    ...(kinds.has("bool") ? ["true|false"] : []),
    ...(kinds.has("null") ? ["null"] : []),
  ];
}

/**
 * Returns the different forms of items. Two forms that could match the same text are merged: otherwise an expression
 * that does not match would be tried with every combination of them.
 */
function itemForms(items: readonly unknown[]): readonly ValueForm[] {
  const forms: ValueForm[] = [];
  for (const item of items) {
    const form = formOf(item, null);
    const at = forms.findIndex((known) => merged(known, form) !== null);
    const known = forms[at];
    if (known === undefined) forms.push(form);
    else forms[at] = merged(known, form) ?? known;
  }
  return forms;
}

/** Returns the merged form of two forms; null if no text can match both. */
function merged(one: ValueForm, other: ValueForm): ValueForm | null {
  if (one.kind === "source" && other.kind === "source") return one.source === other.source ? one : null;
  if (one.kind === "list" && other.kind === "list") {
    const items = [...one.items];
    for (const item of other.items) {
      const at = items.findIndex((known) => merged(known, item) !== null);
      const known = items[at];
      if (known === undefined) items.push(item);
      else items[at] = merged(known, item) ?? known;
    }
    return { ...one, items };
  }
  if (one.kind !== "object" || other.kind !== "object" || one.members.size !== other.members.size) return null;
  const members = new Map<string, ValueForm>();
  const otherMembers = [...other.members];
  for (const [index, [key, form]] of [...one.members].entries()) {
    const [otherKey, otherForm] = otherMembers[index] ?? [];
    const both = otherKey === key && otherForm ? merged(form, otherForm) : null;
    if (both === null) return null;
    members.set(key, both);
  }
  return { ...one, members };
}

/** Returns the expression that matches a form; null if it is too long, or if items of a list have too many forms. */
export function expressionOf(form: ValueForm): string | null {
  const source = sourceOf(form);
  return source === null || source.length > MAX_EXPRESSION_LENGTH ? null : source;
}

function sourceOf(form: ValueForm): string | null {
  if (form.kind === "source") return form.source;
  const parts = form.kind === "object" ? memberSources(form.members) : itemSources(form.items);
  return parts === null ? null : oneOf([...form.scalars, parts]);
}

function memberSources(members: ReadonlyMap<string, ValueForm>): string | null {
  const sources: string[] = [];
  for (const [key, form] of members) {
    const source = sourceOf(form);
    if (source === null) return null;
    sources.push(`${escaped(JSON.stringify(key))}: ?${source}`);
  }
  return `\\{${sources.join(", ?")}\\}`;
}

function itemSources(items: readonly ValueForm[]): string | null {
  if (items.length === 0) return "\\[\\]";
  if (items.length > MAX_ITEM_FORMS) return null;
  const sources = items.map(sourceOf);
  if (sources.includes(null)) return null;
  return `\\[(?:${oneOf(sources.flatMap((source) => source ?? []))}(?:, ?(?!\\])|(?=\\])))*\\]`;
}

const oneOf = (sources: readonly string[]) =>
  sources.length === 1 && !sources[0]?.includes("|") ? (sources[0] ?? "") : `(?:${sources.join("|")})`;

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
