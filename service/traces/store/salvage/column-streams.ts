/** What decides in which streams a column is stored, besides its type. */
interface StreamChoice {
  /** All columns are in one file. */
  readonly isCompact: boolean;
  /** The sizes of texts have a stream of their own. */
  readonly hasSizes: boolean;
  /** True for a stream that leaves out defaults, whose rows are in another one. */
  isSparse(stream: string): boolean;
}

interface TupleElement {
  readonly name: string;
  readonly type: string;
}

const OUTER = /^(\w+)\((.*)\)$/;

/** Types whose values are in one stream. */
const SIMPLE =
  /^(?:U?Int\d+|Float\d+|Date(?:32)?|DateTime(?:64)?|Bool|UUID|FixedString|Enum\d+|AggregateFunction)(?:\(|$)/;

/**
 * Returns the names of the streams of a column, in the engine's order; null for a type of which that is not known here.
 *
 * @param stream the column, or the stream of what it is a part of
 */
export function streamsOf(stream: string, type: string, choice: StreamChoice, depth = 0): string[] | null {
  const sparse = choice.isSparse(stream) ? [`${stream}.sparse.idx`] : [];
  if (type === "String") return [...sparse, ...(choice.hasSizes ? [`${stream}.size`] : []), stream];
  const [, outer = "", inner = ""] = OUTER.exec(type) ?? [];
  // Inside of these, no value is left out.
  const dense = { ...choice, isSparse: () => false };
  if (outer === "Nullable") return behind([`${stream}.null`], streamsOf(stream, inner, dense, depth));
  if (outer === "Array") return behind([`${stream}.size${depth}`], streamsOf(stream, inner, dense, depth + 1));
  if (outer === "LowCardinality")
    return [...(choice.isCompact ? [`${stream}.dict_prefix`] : []), `${stream}.dict`, stream];
  if (outer === "SimpleAggregateFunction")
    return streamsOf(stream, inner.slice(inner.indexOf(",") + 1).trim(), choice, depth);
  if (outer === "Tuple") {
    const each = tupleElements(type).map((element) =>
      streamsOf(elementStreamOf(stream, element), element.type, choice, depth),
    );
    return each.reduce<string[] | null>((all, streams) => (all === null ? null : behind(all, streams)), []);
  }
  return SIMPLE.test(type) ? [...sparse, stream] : null;
}

const behind = (first: readonly string[], streams: readonly string[] | null) =>
  streams === null ? null : [...first, ...streams];

/** Returns the named elements of a tuple; none for another type. */
export function tupleElements(type: string): readonly TupleElement[] {
  const [, outer, inner = ""] = OUTER.exec(type) ?? [];
  if (outer !== "Tuple") return [];
  return topLevelParts(inner).map((element) => {
    const at = element.indexOf(" ");
    return { name: element.slice(0, at), type: element.slice(at + 1) };
  });
}

/** Divides a list at its commas, but not at those inside parentheses. */
function topLevelParts(list: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < list.length; at += 1) {
    const character = list[at];
    if (character === "(") depth += 1;
    else if (character === ")") depth -= 1;
    else if (character === "," && depth === 0) {
      parts.push(list.slice(from, at).trim());
      from = at + 1;
    }
  }
  return [...parts, list.slice(from).trim()];
}

/** Returns the name of a column as streams have it. Each character is a byte. */
export const streamOf = (name: string) =>
  name.replaceAll(/\W/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);

/** Returns the stream of an element of a tuple. */
export const elementStreamOf = (stream: string, { name }: TupleElement) => `${stream}%2E${streamOf(name)}`;
