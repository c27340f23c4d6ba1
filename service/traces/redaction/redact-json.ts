import { endOfString } from "@/lib/api/contract/scalars/json-text";
import { decodeString, JsonReader, type Slice } from "@/lib/json/scan/json-slices";
import type { PlaceRules, RuleMark } from "./compiled-rules";
import { redactText } from "./redact-text";

/** Called for each value that is replaced. @param path the names of the members that lead to it */
type OnRedactedMember = (rule: string, path: readonly string[], before: string, after: string) => void;

/** Values that a rule replaced in other parts of the same call, by their text. */
export type RedactedValues = Map<string, RuleMark>;

export interface JsonRedactionOptions {
  /** Collects the texts and long numbers inside the values that are replaced for their key. */
  readonly collected?: RedactedValues;
  /** These values are replaced wherever they are. */
  readonly alsoRedacted?: ReadonlyMap<string, RuleMark>;
  readonly onRedacted?: OnRedactedMember | undefined;
}

const QUOTE = 34;
const COMMA = 44;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/** Shorter numbers are counts and codes that say nothing without their name. */
const MIN_NUMBER_LENGTH = 4;
const NUMBER = /-?\d[\d.eE+-]*/y;

/** An object or a list that is open. */
interface Frame {
  readonly isObject: boolean;
  /** The number of names that lead to it. */
  readonly depth: number;
  /** Names of its members that were replaced. */
  names: Set<string> | null;
}

/**
 * Applies rules to JSON text. Whatever no rule matches stays as it was sent: digits, spaces, order, doubled members.
 * Strings that contain JSON themselves, such as the arguments of tool calls, are searched inside, too.
 */
export class JsonRedaction {
  readonly #rules: PlaceRules;
  readonly #options: JsonRedactionOptions;

  constructor(rules: PlaceRules, options: JsonRedactionOptions = {}) {
    this.#rules = rules;
    this.#options = options;
  }

  /**
   * @param text JSON, trusted to be valid
   * @param parents the names that lead to it
   * @returns the same text when no rule matches
   * @throws SyntaxError when it is not JSON
   */
  redact(text: string, parents: readonly string[] = []): string {
    const out: string[] = [];
    let copied = 0;
    const replace = ({ start, end }: Slice, by: string): void => {
      out.push(text.slice(copied, start), by);
      copied = end;
    };
    const path = [...parents];
    const frames: Frame[] = [];
    let isName = false;
    let at = 0;
    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        const slice = { start: at, end: endOfString(text, at) };
        const value = decodeString(text, slice);
        at = slice.end;
        if (isName) {
          isName = false;
          path.push(value.toLowerCase());
          const name = this.#redactName(value, path, frames.at(-1));
          if (name !== value) replace(slice, JSON.stringify(name));
          const member = this.#redactMember(text, at, path);
          if (member !== null) {
            replace(member.slice, JSON.stringify(member.by));
            at = member.slice.end;
          }
        } else {
          const redacted = this.#redactString(value, path);
          if (redacted !== value) replace(slice, JSON.stringify(redacted));
        }
        continue;
      }
      if (code === OPEN_BRACE || code === OPEN_BRACKET) {
        isName = code === OPEN_BRACE;
        frames.push({ isObject: isName, depth: path.length, names: null });
      } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
        path.length = frames.pop()?.depth ?? parents.length;
        isName = false;
      } else if (code === COMMA) {
        const frame = frames.at(-1);
        path.length = frame?.depth ?? parents.length;
        isName = frame?.isObject === true;
      } else if (this.#options.alsoRedacted !== undefined) {
        const number = numberAt(text, at);
        const mark = number === null ? undefined : this.#options.alsoRedacted.get(number);
        if (number !== null && mark !== undefined) {
          replace({ start: at, end: at + number.length }, JSON.stringify(this.#marked(mark, number, path)));
        }
        at += number === null ? 1 : number.length;
        continue;
      }
      at += 1;
    }
    if (frames.length > 0) throw new SyntaxError("Not JSON: it ends inside a value.");
    return out.length === 0 ? text : out.join("") + text.slice(copied);
  }

  #redactName(name: string, path: readonly string[], frame: Frame | undefined): string {
    const redacted = redactText(name, this.#rules, this.#noteAt(path.slice(0, -1)));
    if (redacted === name || frame === undefined) return name;
    frame.names ??= new Set();
    // Two names must not become one: readers would see only one of the members.
    let unique = redacted;
    for (let copy = 2; frame.names.has(unique); copy += 1) unique = `${redacted} ${copy}`;
    frame.names.add(unique);
    return unique;
  }

  /** Returns what replaces the value of the member whose name ends at `nameEnd`; null when no key matches. */
  #redactMember(text: string, nameEnd: number, path: readonly string[]): { slice: Slice; by: string } | null {
    const mark = this.#rules.markOf(path);
    if (mark === null) return null;
    const slice = new JsonReader(text, text.indexOf(":", nameEnd) + 1).skip();
    const sent = text.slice(slice.start, slice.end);
    const value = text.charCodeAt(slice.start) === QUOTE ? decodeString(text, slice) : sent;
    // Nothing is lost of what says nothing.
    if (sent === "null" || value === "" || this.#isMark(value)) return null;
    if (this.#options.collected !== undefined) collect(sent, mark, this.#options.collected);
    return { slice, by: this.#marked(mark, value, path) };
  }

  #redactString(value: string, path: readonly string[]): string {
    const also = this.#options.alsoRedacted?.get(value);
    if (also !== undefined) return this.#marked(also, value, path);
    const inner = isJsonText(value) ? this.redact(value, path) : value;
    return redactText(inner, this.#rules, this.#noteAt(path));
  }

  #isMark(value: string): boolean {
    if (!value.startsWith("[")) return false;
    const [found] = value.match(this.#rules.marks) ?? [];
    return found === value;
  }

  #marked(mark: RuleMark, before: string, path: readonly string[]): string {
    const after = mark.of(before);
    this.#options.onRedacted?.(mark.rule, path, before, after);
    return after;
  }

  #noteAt(path: readonly string[]) {
    const { onRedacted } = this.#options;
    if (onRedacted === undefined) return undefined;
    return (rule: string, before: string, after: string) => onRedacted(rule, path, before, after);
  }
}

function numberAt(text: string, at: number): string | null {
  NUMBER.lastIndex = at;
  return NUMBER.exec(text)?.[0] ?? null;
}

/** True for a text that is a JSON object or list. */
export function isJsonText(text: string): boolean {
  if (!/^\s*[{[]/.test(text) || !/[}\]]\s*$/.test(text.slice(-64))) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // It only looked like JSON.
  }
}

/** Collects the texts and long numbers of a value. */
function collect(text: string, mark: RuleMark, values: RedactedValues): void {
  for (let at = 0; at < text.length; ) {
    if (text.charCodeAt(at) === QUOTE) {
      const slice = { start: at, end: endOfString(text, at) };
      const value = decodeString(text, slice);
      if (value !== "") values.set(value, mark);
      if (isJsonText(value)) collect(value, mark, values);
      at = slice.end;
    } else {
      const number = numberAt(text, at);
      if (number !== null && number.length >= MIN_NUMBER_LENGTH) values.set(number, mark);
      at += number?.length ?? 1;
    }
  }
}
