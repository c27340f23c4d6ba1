import type { FoundDocument } from "@/lib/chat/chat-message";
import { TruncatedText } from "./truncated-text";

const SHOWN_LENGTH = 600;

/** The documents of a search: the beginning of each, with its score. */
export function FoundDocuments({ documents }: { documents: readonly FoundDocument[] }) {
  return (
    <ol aria-label="Documents" className="mt-[5px] flex max-w-[660px] flex-col gap-1.5">
      {documents.map(({ id, text, score }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: documents of a stored call never move
        <li key={index} className="rounded-control border border-line bg-surface px-2.5 py-1.5">
          <p className="flex gap-2 text-micro text-ink-3">
            <span>{index + 1}</span>
            {id === null ? null : <span className="min-w-0 truncate text-code">{id}</span>}
            {score === null ? null : <span className="ml-auto flex-none">score {score}</span>}
          </p>
          {text === "" ? null : <TruncatedText text={text} shownLength={SHOWN_LENGTH} className="text-small" />}
        </li>
      ))}
    </ol>
  );
}
