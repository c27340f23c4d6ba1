import type { LanguageFn } from "highlight.js";
import { createLowlight } from "lowlight";

type Root = ReturnType<ReturnType<typeof createLowlight>["highlight"]>;

/** A part of code in one color. */
export interface CodeRun {
  readonly text: string;
  /** Empty for plain code. */
  readonly className: string;
}

/** Longer code stays plain. */
const MAX_COLORED_LENGTH = 20_000;

/** Code is colored in pieces of whole lines: the patterns of languages take time with the square of the length. */
const PIECE_LENGTH = 4000;

/** Longer lines, as in minified code, stay plain for the same reason. */
const MAX_LINE_LENGTH = 1000;

const lowlight = createLowlight();

type Load = () => Promise<{ default: LanguageFn }>;

/** Each language is a file of its own, loaded with the first code in it. */
const languages: Readonly<Record<string, Load>> = {
  bash: () => import("highlight.js/lib/languages/bash"),
  c: () => import("highlight.js/lib/languages/c"),
  cpp: () => import("highlight.js/lib/languages/cpp"),
  csharp: () => import("highlight.js/lib/languages/csharp"),
  css: () => import("highlight.js/lib/languages/css"),
  diff: () => import("highlight.js/lib/languages/diff"),
  go: () => import("highlight.js/lib/languages/go"),
  java: () => import("highlight.js/lib/languages/java"),
  javascript: () => import("highlight.js/lib/languages/javascript"),
  json: () => import("highlight.js/lib/languages/json"),
  php: () => import("highlight.js/lib/languages/php"),
  python: () => import("highlight.js/lib/languages/python"),
  ruby: () => import("highlight.js/lib/languages/ruby"),
  rust: () => import("highlight.js/lib/languages/rust"),
  sql: () => import("highlight.js/lib/languages/sql"),
  typescript: () => import("highlight.js/lib/languages/typescript"),
  xml: () => import("highlight.js/lib/languages/xml"),
  yaml: () => import("highlight.js/lib/languages/yaml"),
};

const OTHER_NAMES: Readonly<Record<string, string>> = {
  "c#": "csharp",
  "c++": "cpp",
  cjs: "javascript",
  console: "bash",
  cs: "csharp",
  golang: "go",
  h: "c",
  html: "xml",
  js: "javascript",
  jsonc: "json",
  jsx: "javascript",
  mjs: "javascript",
  patch: "diff",
  py: "python",
  python3: "python",
  rb: "ruby",
  rs: "rust",
  sh: "bash",
  shell: "bash",
  svg: "xml",
  ts: "typescript",
  tsx: "typescript",
  yml: "yaml",
  zsh: "bash",
};

/** Colors by the first word of a scope: `title.function`. */
const COLORS: Readonly<Record<string, string>> = {
  addition: "text-ok",
  attr: "text-code-key",
  attribute: "text-code-key",
  bullet: "text-code-bool",
  built_in: "text-code-key",
  char: "text-code-string",
  comment: "text-code-null italic",
  deletion: "text-err",
  doctag: "text-code-null",
  keyword: "text-code-bool",
  literal: "text-code-bool",
  meta: "text-code-null",
  name: "text-code-key",
  number: "text-code-number",
  property: "text-code-key",
  quote: "text-code-null italic",
  regexp: "text-code-string",
  section: "text-code-key",
  selector: "text-code-key",
  string: "text-code-string",
  subst: "text-ink",
  symbol: "text-code-string",
  tag: "text-code-null",
  title: "text-code-key",
  type: "text-code-key",
};

/** The language with colors that the first word of a name means; null for others. */
export function coloredLanguage(name: string): string | null {
  const lower = /^[\w+#-]*/.exec(name.toLowerCase())?.[0] ?? "";
  const known = Object.hasOwn(OTHER_NAMES, lower) ? OTHER_NAMES[lower] : lower;
  return known !== undefined && Object.hasOwn(languages, known) ? known : null;
}

/** Colors code; null where its language does not load or the code is long. */
export async function colorCode(code: string, language: string): Promise<readonly CodeRun[] | null> {
  if (code.length > MAX_COLORED_LENGTH || code.split("\n").some((line) => line.length > MAX_LINE_LENGTH)) return null;
  try {
    const load = languages[language];
    if (load === undefined) return null;
    if (!lowlight.registered(language)) lowlight.register(language, (await load()).default);
    const runs: CodeRun[] = [];
    for (const piece of piecesOf(code)) {
      runs.push(...runsOf(lowlight.highlight(language, piece)));
      await yieldToInput();
    }
    return runs;
  } catch {
    // Plain code is complete; its colors only help to read it.
    return null;
  }
}

function piecesOf(code: string): readonly string[] {
  const pieces: string[] = [];
  for (let from = 0; from < code.length; ) {
    const line = from + PIECE_LENGTH >= code.length ? -1 : code.lastIndexOf("\n", from + PIECE_LENGTH);
    const to = line < from ? code.length : line + 1;
    pieces.push(code.slice(from, to));
    from = to;
  }
  return pieces;
}

const yieldToInput = () => new Promise<void>((resolve) => setTimeout(resolve));

function runsOf(root: Root): readonly CodeRun[] {
  const runs: CodeRun[] = [];
  const visit = (nodes: Root["children"], className: string): void => {
    for (const node of nodes) {
      if (node.type === "text") runs.push({ text: node.value, className });
      else if (node.type === "element") visit(node.children, colorOf(node.properties.className) ?? className);
    }
  };
  visit(root.children, "");
  return runs;
}

/** `["hljs-title", "function_"]` has the color of a title. */
function colorOf(names: unknown): string | null {
  const scope = Array.isArray(names)
    ? String(names[0])
        .replace(/^hljs-/, "")
        .split("-")[0]
    : undefined;
  return scope !== undefined && Object.hasOwn(COLORS, scope) ? (COLORS[scope] ?? null) : null;
}
