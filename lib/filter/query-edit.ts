import { parseQuery, quoteField, quoteValue, type Term } from "./query-text";

/** A field and one of its values, as both are written in a term. */
export interface FieldValue {
  readonly field: string;
  readonly value: string;
}

/** Returns the field and the value of a term such as `op:chat`; null for any other. */
export function fieldValueOf(text: string): FieldValue | null {
  const [term] = parseQuery(text).terms;
  const [value] = term?.values ?? [];
  return term?.field && value !== undefined && isPlain(term) ? { field: term.field, value } : null;
}

const isPlain = (term: Term) => term.operator === "=" && !term.isPresence;

const isAbout = (term: Term, field: string) => term.field === field && isPlain(term);

function written(field: string, values: readonly string[], isNegated: boolean): string {
  return `${isNegated ? "-" : ""}${quoteField(field)}:${values.map(quoteValue).join(",")}`;
}

/** Returns the query with pieces of it replaced; an empty text removes a piece. Unreadable text stays unchanged. */
function replaced(query: string, replacements: ReadonlyMap<number, { length: number; text: string }>, added: string) {
  const pieces: string[] = [];
  let at = 0;
  for (const [start, { length, text }] of [...replacements].sort(([left], [right]) => left - right)) {
    pieces.push(query.slice(at, start), text);
    at = start + length;
  }
  pieces.push(query.slice(at), added);
  return pieces
    .map((piece) => piece.trim())
    .filter((piece) => piece !== "")
    .join(" ");
}

/** Returns the query with only one value of a field: terms that name or exclude other values of it are removed. */
export function onlyValue(query: string, { field, value }: FieldValue): string {
  const own = parseQuery(query).terms.filter((term) => isAbout(term, field));
  const replacedTerms = own.filter((term) => !term.isNegated || term.values.includes(value));
  const first = replacedTerms.find((term) => !term.isNegated);
  const replacements = new Map<number, { length: number; text: string }>();
  for (const term of replacedTerms) {
    const others = term.values.filter((other) => other !== value);
    const remainder = term.isNegated && others.length > 0 ? written(field, others, true) : "";
    const text = term === first ? written(field, [value], false) : remainder;
    replacements.set(term.start, { length: term.text.length, text });
  }
  return replaced(query, replacements, first ? "" : written(field, [value], false));
}

/**
 * Returns the query without one value of a field: it is excluded in addition to excluded values, and no longer
 * included.
 */
export function withoutValue(query: string, { field, value }: FieldValue): string {
  const own = parseQuery(query).terms.filter((term) => isAbout(term, field));
  const negated = own.find((term) => term.isNegated);
  const replacements = new Map<number, { length: number; text: string }>();
  for (const term of own) {
    const others = term.values.filter((other) => other !== value);
    if (!term.isNegated && others.length < term.values.length) {
      const text = others.length > 0 ? written(field, others, false) : "";
      replacements.set(term.start, { length: term.text.length, text });
    }
  }
  if (negated) {
    const values = negated.values.includes(value) ? negated.values : [...negated.values, value];
    replacements.set(negated.start, { length: negated.text.length, text: written(field, values, true) });
  }
  return replaced(query, replacements, negated ? "" : written(field, [value], true));
}

/** Returns the query with another text in place of a term, or after all others when there was none. */
export function withTerm(query: string, text: string, place: { text: string; start: number } | null): string {
  if (place === null) return replaced(query, new Map(), text);
  return replaced(query, new Map([[place.start, { length: place.text.length, text }]]), "");
}
