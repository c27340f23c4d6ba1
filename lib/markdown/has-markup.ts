/** Characters and line starts that Markdown gives a meaning. */
const MARKUP = /[*_`~|<>\\&]|\]\(|https?:\/\/|^ {0,3}(?:#{1,6}\s|[-+]\s|-{2,}|={2,}|\d{1,9}[.)]\s)|^(?: {4}|\t)/m;

/** Beyond it a text counts as Markdown without a look. */
const SEARCHED_LENGTH = 100_000;

/** False for a text that looks the same with and without Markdown: it needs no code to be shown. */
export function hasMarkup(text: string): boolean {
  return text.length > SEARCHED_LENGTH || MARKUP.test(text);
}
