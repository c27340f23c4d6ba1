import type { Difference } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/answers/prepare-answer-content";
import { classNames } from "@/lib/style/class-names";

type AnswerWordsProps = { text: string; difference: Difference; isRunning: boolean };

/**
 * The words of an answer: added words are tinted, removed words are struck through; a rewritten answer has a line at
 * its side.
 */
export function AnswerWords({ text, difference, isRunning }: AnswerWordsProps) {
  const isNew = difference.kind === "rewritten";
  return (
    <p
      className={classNames(
        "text-[12.5px] leading-[18px] whitespace-pre-wrap [overflow-wrap:anywhere]",
        isNew && "pl-[9px] shadow-[inset_2px_0_var(--accent-line)]",
      )}
    >
      {difference.kind === "words"
        ? difference.parts.map(({ text: piece, kind }, index) => {
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces are told apart by nothing but their place
            if (kind === "same") return <span key={index}>{piece}</span>;
            return kind === "added" ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: likewise
              <ins key={index} className="rounded-bar bg-diff-add-word text-ink underline decoration-ok">
                {piece}
              </ins>
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: likewise
              <del key={index} className="text-ink-3 line-through decoration-err">
                {piece}
              </del>
            );
          })
        : text}
      {isRunning ? <span aria-hidden="true" className="ml-px inline-block h-3.5 w-px bg-accent align-[-2px]" /> : null}
    </p>
  );
}
