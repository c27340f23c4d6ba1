/** The comparison of a term: `=` also means "is any of", `~` "contains". */
export type Operator = "=" | "~" | ">" | ">=" | "<" | "<=";

/** One piece of a query: `-tokens:<10` is a negated term on `tokens`; a term without field is free text. */
export interface Term {
  readonly field: string | null;
  readonly isNegated: boolean;
  readonly operator: Operator;
  /** `op:a,b` has two: any of them. */
  readonly values: readonly string[];
  /** `thread:*`: the field has any value. */
  readonly isPresence: boolean;
  /** As it was typed, and its position. */
  readonly text: string;
  readonly start: number;
}

/** Unreadable text, and its position. */
export interface QueryProblem {
  readonly message: string;
  readonly text: string;
  readonly start: number;
}

export interface ParsedQuery {
  readonly terms: readonly Term[];
  readonly problems: readonly QueryProblem[];
}

const OPERATORS = [">=", "<=", ">", "<", "~"] as const;

/**
 * Reads the query box's grammar: `key:value` terms and free text, joined by AND.
 *
 * `op:chat` is, `-op:chat` is not, `op:a,b` any of, `op:~cha` contains, `latency:>2s` compares, `thread:*` is set,
 * `"two words"` keeps a space. Unreadable text becomes a problem with its position, never dropped.
 */
export function parseQuery(query: string): ParsedQuery {
  const terms: Term[] = [];
  const problems: QueryProblem[] = [];
  for (const { text, start, isClosed } of split(query)) {
    const result = isClosed ? readTerm(text, start) : { message: "a quote is not closed", text, start };
    if ("message" in result) problems.push(result);
    else terms.push(result);
  }
  return { terms, problems };
}

/** Writes terms back: parsing the result gives the same terms. */
export function joinQuery(texts: readonly string[]): string {
  return texts.join(" ");
}

/** Writes a value so that it is read back as one value. */
export function quoteValue(value: string): string {
  const isPlain = value !== "" && value !== "*" && !/[\s",\\]/.test(value) && !/^[<>~]/.test(value);
  return isPlain ? value : `"${value.replace(/[\\"]/g, (character) => `\\${character}`)}"`;
}

/** Writes a field so that it is read back as one field. */
export function quoteField(field: string): string {
  return /^[^\s"\\:,-][^\s"\\:,]*$/.test(field)
    ? field
    : `"${field.replace(/[\\"]/g, (character) => `\\${character}`)}"`;
}

/** Writes free text: a word that looks like a term is quoted. */
export function quoteText(text: string): string {
  return /^[^\s"\\:,-][^\s"\\:,]*$/.test(text) ? text : `"${text.replace(/[\\"]/g, (character) => `\\${character}`)}"`;
}

/** Pieces between spaces; spaces inside quotes do not count. */
function split(query: string): { text: string; start: number; isClosed: boolean }[] {
  const pieces: { text: string; start: number; isClosed: boolean }[] = [];
  let start = -1;
  let isQuoted = false;
  for (let index = 0; index <= query.length; index += 1) {
    const character = query[index];
    const isEnd = character === undefined || (!isQuoted && /\s/.test(character));
    if (isEnd) {
      if (start >= 0) pieces.push({ text: query.slice(start, index), start, isClosed: !isQuoted });
      start = -1;
      continue;
    }
    if (start < 0) start = index;
    // A backslash at the very end escapes nothing: the piece before it still counts.
    if (isQuoted && character === "\\" && index + 1 < query.length) index += 1;
    else if (character === '"') isQuoted = !isQuoted;
  }
  return pieces;
}

/**
 * Returns the start of the piece that is being typed at the end of a query: a space inside quotes does not end a piece.
 */
export function lastPieceStart(query: string): number {
  if (query === "") return 0;
  const last = split(query).at(-1);
  if (last === undefined) return query.length;
  return last.start + last.text.length === query.length ? last.start : query.length;
}

function readTerm(text: string, start: number): Term | QueryProblem {
  const isNegated = text.startsWith("-") && text.length > 1;
  const body = isNegated ? text.slice(1) : text;
  const colon = colonOutsideQuotes(body);
  const shared = { isNegated, text, start };
  if (colon < 0) return { ...shared, field: null, operator: "~", values: [unquote(body)], isPresence: false };
  const field = unquote(body.slice(0, colon));
  if (field === "") return { message: "the field before the colon is missing", text, start };
  const rest = body.slice(colon + 1);
  const operator = OPERATORS.find((candidate) => rest.startsWith(candidate)) ?? "=";
  const written = operator === "=" ? rest : rest.slice(operator.length);
  if (written === "") return { message: `${field}: has no value`, text, start };
  if (written === "*" && operator === "=") {
    return { ...shared, field, operator, values: [], isPresence: true };
  }
  const values = splitValues(written).map(unquote);
  if (operator !== "=" && operator !== "~" && values.length > 1) {
    return { message: `${field}: ${operator} takes one value`, text, start };
  }
  return { ...shared, field, operator, values, isPresence: false };
}

function colonOutsideQuotes(body: string): number {
  let isQuoted = false;
  for (let index = 0; index < body.length; index += 1) {
    if (isQuoted && body[index] === "\\") index += 1;
    else if (body[index] === '"') isQuoted = !isQuoted;
    else if (body[index] === ":" && !isQuoted) return index;
  }
  return -1;
}

function splitValues(written: string): string[] {
  const values = [""];
  let isQuoted = false;
  for (let index = 0; index < written.length; index += 1) {
    const character = written[index] ?? "";
    if (character === "," && !isQuoted) {
      values.push("");
      continue;
    }
    const isEscape = isQuoted && character === "\\";
    values[values.length - 1] += isEscape ? character + (written[index + 1] ?? "") : character;
    if (isEscape) index += 1;
    else if (character === '"') isQuoted = !isQuoted;
  }
  return values.length > 1 ? values.filter((value) => value !== "") : values;
}

function unquote(text: string): string {
  if (!text.includes('"')) return text;
  let plain = "";
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? "";
    if (isQuoted && character === "\\") {
      plain += text[index + 1] ?? "";
      index += 1;
    } else if (character === '"') isQuoted = !isQuoted;
    else plain += character;
  }
  return plain;
}
