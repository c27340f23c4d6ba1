/** The keys that one call of `useKeys` binds. */
interface KeyCall {
  /** Null when the call does not name its group as a literal. */
  readonly group: string | null;
  /** Names as written in the call; `*` replaces a computed part. */
  readonly names: readonly string[];
}

const CALL = /\buseKeys\(/g;

const TOKEN = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|[\w$]+|=>|\S/g;

const OPENING = ["(", "[", "{"];
const CLOSING = [")", "]", "}"];

/** The tokens between the parentheses of a call, from the start of its first argument, without comments. */
function argumentTokens(text: string): readonly string[] {
  const tokens: string[] = [];
  let depth = 0;
  for (const [token] of text.matchAll(TOKEN)) {
    if (CLOSING.includes(token)) depth -= 1;
    if (depth < 0) break;
    if (OPENING.includes(token)) depth += 1;
    if (!token.startsWith("//") && !token.startsWith("/*")) tokens.push(token);
  }
  return tokens;
}

function textOf(token: string): string | null {
  if (/^["']/.test(token)) return token.slice(1, -1).replaceAll(/\\(.)/g, "$1");
  if (token.startsWith("`")) return token.slice(1, -1).replaceAll(/\$\{[^}]*\}/g, "*");
  return /^[\w$]+$/.test(token) ? token : null;
}

/** Names of members of the objects that are written in the call itself, without those in its handlers. */
function memberNames(tokens: readonly string[]): readonly string[] {
  const names: string[] = [];
  const open: string[] = [];
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1] ?? "";
    // A member of the outermost object, or the first item of a pair for `Object.fromEntries`.
    const isMember = open.length === 1 && open[0] === "{" && (before === "{" || before === ",");
    const isPair = before === "[" && token.startsWith("`");
    const name = isMember || isPair ? textOf(token) : null;
    if (name !== null) names.push(name);
    if (OPENING.includes(token)) open.push(token);
    if (CLOSING.includes(token)) open.pop();
  }
  return names;
}

/** Every call of `useKeys` in a source. */
export function keyCalls(source: string): readonly KeyCall[] {
  return [...source.matchAll(CALL)].map((call) => {
    const [group = "", ...tokens] = argumentTokens(source.slice(call.index + call[0].length));
    return { group: group.startsWith('"') ? textOf(group) : null, names: memberNames(tokens) };
  });
}
