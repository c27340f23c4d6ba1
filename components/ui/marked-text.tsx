/** Text with the matches of a search highlighted, ignoring case. */
export function MarkedText({ text, words }: { text: string; words: string }) {
  if (words === "") return text;
  const lower = text.toLowerCase();
  const wanted = words.toLowerCase();
  const pieces: React.ReactNode[] = [];
  let from = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
    pieces.push(text.slice(from, at));
    from = at + wanted.length;
    pieces.push(
      <mark key={at} className="rounded-[2px] bg-warn-tint text-inherit underline decoration-warn decoration-2">
        {text.slice(at, from)}
      </mark>,
    );
  }
  return pieces.length === 0 ? text : [...pieces, text.slice(from)];
}
