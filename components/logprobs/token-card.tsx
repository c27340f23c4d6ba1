import { formatShare } from "@/lib/format/share";
import type { TokenPiece } from "@/lib/logprobs/join-tokens";
import { probability, tokenCandidates, visibleText } from "@/lib/logprobs/logprob-figures";
import { type TokenLogprob, tokenText } from "@/lib/logprobs/token-logprob";
import { classNames } from "@/lib/style/class-names";

/** The alternatives of a token, with bars. */
export function TokenCard({ piece }: { piece: TokenPiece }) {
  return (
    <div className="grid gap-2">
      {piece.tokens.length > 1 ? (
        <p className="text-micro text-ink-2">
          {piece.tokens.length} tokens share the character in{" "}
          <span className="text-code">{visibleText(piece.text)}</span>
        </p>
      ) : null}
      {piece.tokens.map((token, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tokens of a piece are told apart by nothing but their place
        <Candidates key={index} token={token} />
      ))}
    </div>
  );
}

function Candidates({ token }: { token: TokenLogprob }) {
  const candidates = tokenCandidates(token, tokenText(token.text, token.bytes));
  return (
    <ul className="grid gap-0.5">
      {candidates.map(({ text, logprob, isChosen }) => (
        <li
          key={`${text} ${logprob}`}
          className="grid grid-cols-[minmax(0,96px)_64px_52px] items-center gap-2 text-micro leading-4"
        >
          <span className={classNames("truncate text-code", isChosen ? "font-medium text-ink" : "text-ink-2")}>
            {visibleText(text)}
            {isChosen ? <span className="sr-only"> (chosen)</span> : null}
          </span>
          <span className="h-1.5 overflow-hidden rounded-bar bg-active" aria-hidden="true">
            <i
              className={classNames("block h-full", isChosen ? "bg-accent" : "bg-vat-3")}
              style={{ width: `${probability(logprob) * 100}%` }}
            />
          </span>
          <span className="text-right text-ink-2">{formatShare(probability(logprob))}</span>
        </li>
      ))}
    </ul>
  );
}

/** A token and its alternatives as a sentence, for screen readers. */
export function tokenDescription(piece: TokenPiece): string {
  const share = formatShare(probability(piece.logprob));
  const [first] = piece.tokens;
  const others = first
    ? tokenCandidates(first, tokenText(first.text, first.bytes)).filter(({ isChosen }) => !isChosen)
    : [];
  const named = others.map(({ text, logprob }) => `${visibleText(text)} ${formatShare(probability(logprob))}`);
  return [`${visibleText(piece.text)}, ${share}`, ...(named.length > 0 ? [`instead: ${named.join(", ")}`] : [])].join(
    "; ",
  );
}
