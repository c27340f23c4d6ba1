import type { ExpressionRule, PlaceRules, RuleMark } from "./compiled-rules";

/** Called for each value that is replaced. */
export type OnRedacted = (rule: string, before: string, after: string) => void;

interface Match {
  readonly start: number;
  readonly end: number;
  readonly mark: RuleMark;
}

/** An expression that looks at the rest of a text for each of many matches would hold up other requests for hours. */
const MAX_TEXT_MS = 1_000;

/**
 * Replaces what the expressions match. Each looks at the text as it was sent, so that none hides a value from another;
 * matches that overlap are replaced together by the one that begins first. What was replaced before stays.
 *
 * When that takes longer than a second, the rest of the text is replaced as a whole.
 *
 * @returns the same text when nothing matches
 */
export function redactText(text: string, { expressions, marks }: PlaceRules, onRedacted?: OnRedacted): string {
  if (expressions.length === 0 || text === "") return text;
  if (!text.includes("[removed: ") && !text.includes("[hashed: ")) return redactPiece(text, expressions, onRedacted);
  let redacted = "";
  let at = 0;
  for (const mark of text.matchAll(marks)) {
    redacted += redactPiece(text.slice(at, mark.index), expressions, onRedacted) + mark[0];
    at = mark.index + mark[0].length;
  }
  return redacted + redactPiece(text.slice(at), expressions, onRedacted);
}

function redactPiece(text: string, expressions: readonly ExpressionRule[], onRedacted?: OnRedacted): string {
  const endsAtMs = performance.now() + MAX_TEXT_MS;
  const matches = expressions.flatMap((rule) => matchesOf(text, rule, endsAtMs));
  if (matches.length === 0) return text;
  // Stable: of two that begin at the same place, the first rule's comes first.
  matches.sort((one, other) => one.start - other.start);
  let redacted = "";
  let at = 0;
  for (let index = 0; index < matches.length; ) {
    const first = matches[index];
    if (first === undefined) break;
    let end = first.end;
    for (index += 1; (matches[index]?.start ?? Number.POSITIVE_INFINITY) < end; index += 1) {
      end = Math.max(end, matches[index]?.end ?? end);
    }
    const before = text.slice(first.start, end);
    const after = first.mark.of(before);
    onRedacted?.(first.mark.rule, before, after);
    redacted += text.slice(at, first.start) + after;
    at = end;
  }
  return redacted + text.slice(at);
}

function matchesOf(text: string, { expression, mark }: ExpressionRule, endsAtMs: number): Match[] {
  // Much faster than looking for the places, and most texts have none.
  if (!expression.test(text)) return [];
  const matches: Match[] = [];
  const matcher = expression.matcher(text);
  while (matcher.find()) {
    const [start, end] = [matcher.start(), matcher.end()];
    if (end > start) matches.push({ start, end, mark });
    if (performance.now() > endsAtMs) {
      return [...matches, { start: end, end: text.length, mark }];
    }
  }
  return matches;
}
