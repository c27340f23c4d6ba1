import { CharSet, type Concatenation, type Element, JS, type Quantifier } from "refa";
import type { ExpressionLiteral } from "./expression-literals";

/** Enough to see that no number of them matches. */
const REPEATS = 40;

const MIN_PRINTABLE = 0x20;

/** The characters that each place of a beginning may have. */
type Beginning = readonly CharSet[];

/** The characters of which a repeated part may consist; null when it needs longer texts. */
function reachOf({ alternatives }: Quantifier): CharSet | null {
  const single = alternatives.flatMap(({ elements: [first, ...others] }) =>
    first?.type === "CharacterClass" && others.length === 0 ? [first.characters] : [],
  );
  return single.reduce<CharSet | null>((all, next) => (all === null ? next : all.union(next)), null);
}

/** The beginnings that continue `before` with the shortest texts of an element; none when it fixes the place. */
function continued(before: readonly Beginning[], element: Element): readonly Beginning[] {
  switch (element.type) {
    case "CharacterClass":
      return before.map((beginning) => [...beginning, element.characters]);
    case "Alternation":
      return element.alternatives.flatMap(({ elements }) => elements.reduce(continued, before));
    case "Quantifier": {
      let after = before;
      for (let count = 0; count < element.min; count += 1) {
        const counted = after;
        after = element.alternatives.flatMap(({ elements }) => elements.reduce(continued, counted));
      }
      return after;
    }
    case "Assertion":
    case "Unknown":
      return [];
  }
}

/** Characters that end the repetition are avoided where the beginning leaves a choice. */
function textOf(beginning: Beginning, reach: CharSet, ends: CharSet): string | null {
  const codes = beginning.map((characters) => {
    const shared = characters.intersect(reach);
    const chosen = shared.without(ends);
    const [range] = chosen.isEmpty ? shared.ranges : chosen.ranges;
    return range === undefined ? null : Math.min(Math.max(range.min, MIN_PRINTABLE), range.max);
  });
  return codes.some((code) => code === null) ? null : String.fromCodePoint(...codes.map((code) => code ?? 0));
}

function charactersIn(elements: readonly Element[], none: CharSet): CharSet {
  return elements.reduce((all, each) => (each.type === "CharacterClass" ? all.union(each.characters) : all), none);
}

function repeatableTexts({ elements }: Concatenation, none: CharSet): string[] {
  let beginnings: readonly Beginning[] = [[]];
  const texts: string[] = [];
  for (const [at, element] of elements.entries()) {
    const reach = element.type === "Quantifier" && element.max === Number.POSITIVE_INFINITY ? reachOf(element) : null;
    const next = continued(beginnings, element);
    if (reach !== null) {
      const ends = charactersIn(elements.slice(at + 1), none);
      for (const beginning of next.length > 0 ? next : beginnings) {
        const text = textOf(beginning, reach, ends);
        // A run of one character is found by the other analysis.
        if (text !== null && text.length > 1) texts.push(text);
      }
    }
    beginnings = next;
  }
  return texts;
}

/**
 * Returns a text of several characters that makes an expression slow when it is repeated: the expression begins at each
 * repetition, reads to the end of all, and does not match. Null when there is none.
 */
export function repeatedBeginning({ source, flags }: Pick<ExpressionLiteral, "source" | "flags">): string | null {
  if (flags.includes("y")) return null;
  const { expression, maxCharacter } = JS.Parser.fromLiteral({ source, flags }).parse({ backreferences: "unknown" });
  const alone = new RegExp(source, flags.replace("g", ""));
  const texts = expression.alternatives.flatMap((one) => repeatableTexts(one, CharSet.empty(maxCharacter)));
  return texts.find((text) => !alone.test(text.repeat(REPEATS))) ?? null;
}
