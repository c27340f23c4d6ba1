"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { countOf, formatCount } from "@/lib/format/count";
import { formatShare } from "@/lib/format/share";
import { probability, tokenCandidates, visibleText } from "@/lib/logprobs/logprob-figures";
import { type TokenLogprob, tokenText } from "@/lib/logprobs/token-logprob";

const STEP = 200;

const HEAD_CLASS =
  "h-(--row-h-head) border-b border-line bg-sunken px-2 text-micro font-medium text-ink-3 first:pl-3.5";
const CELL_CLASS = "h-(--row-h-compact) border-b border-line px-2 first:pl-3.5";

/** The tokens of an answer as a table, with the same data as the tinted text. */
export function TokenTable({ tokens }: { tokens: readonly TokenLogprob[] }) {
  const [shown, setShown] = useState(STEP);
  return (
    <div>
      <table className="w-full table-fixed border-separate border-spacing-0 text-small">
        <caption className="sr-only">{countOf(tokens.length, "token")} with their probabilities</caption>
        <thead className="sticky top-0">
          <tr>
            <th scope="col" className={`${HEAD_CLASS} text-left`}>
              Token
            </th>
            <th scope="col" className={`${HEAD_CLASS} w-[66px] text-right`}>
              Probability
            </th>
            <th scope="col" className={`${HEAD_CLASS} text-left`}>
              Alternatives
            </th>
          </tr>
        </thead>
        <tbody>
          {tokens.slice(0, shown).map((token, index) => {
            const text = tokenText(token.text, token.bytes);
            const others = tokenCandidates(token, text).filter(({ isChosen }) => !isChosen);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: tokens are told apart by nothing but their place
              <tr key={index}>
                <td className={`${CELL_CLASS} truncate text-code`} title={visibleText(text)}>
                  {visibleText(text)}
                </td>
                <td className={`${CELL_CLASS} text-right`}>{formatShare(probability(token.logprob))}</td>
                <td className={`${CELL_CLASS} truncate text-ink-2`}>
                  {others
                    .map((other) => `${visibleText(other.text)} ${formatShare(probability(other.logprob))}`)
                    .join(", ")}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {tokens.length > shown ? (
        <Button kind="ghost" size="small" className="m-2" onClick={() => setShown(shown + STEP)}>
          Show {formatCount(Math.min(STEP, tokens.length - shown))} more of {formatCount(tokens.length)}
        </Button>
      ) : null}
    </div>
  );
}
