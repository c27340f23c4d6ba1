import { DOCUMENT_STYLE, DOCUMENT_STYLE_HASH } from "./document-style";
import { Html, html } from "./html";

/** A page that loads nothing and runs nothing: its style and its pictures are in it. */
const POLICY_PARTS = [
  "default-src 'none'",
  `style-src '${DOCUMENT_STYLE_HASH}'`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
] as const;

/** The content policy of a document, for a response. A sandboxed page has no origin, so it shares no storage with ours. */
export const DOCUMENT_POLICY = [...POLICY_PARTS, "frame-ancestors 'none'", "sandbox"].join("; ");

export interface DocumentFact {
  readonly label: string;
  readonly value: string;
}

interface DocumentPage {
  readonly title: string;
  /** The kind of content above the title: `Trace`, `Thread`. */
  readonly kind: string;
  readonly facts: readonly DocumentFact[];
  /** What is missing, and why. */
  readonly notices: readonly string[];
  readonly content: Html;
  /** The last line. */
  readonly foot: string;
}

/** The text of a whole HTML document. */
export function documentPage({ title, kind, facts, notices, content, foot }: DocumentPage): string {
  const page = html`<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY_PARTS.join("; ")}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${styleElement}
</head>
<body>
<header>
<p class="over">${kind}</p>
<h1>${title}</h1>
${facts.length === 0 ? null : html`<dl>${facts.map(({ label, value }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`}
</header>
<main>
${notices.map((notice) => html`<p class="notice" role="note">${notice}</p>`)}
${content}
</main>
<footer>${foot}</footer>
</body>
</html>`;
  return `<!doctype html>\n${page}\n`;
}

/** Our own constant text: escaping would change its quotes, and with them the hash in the policy. */
const styleElement = Html.of([`<style>${DOCUMENT_STYLE}</style>`], []);
