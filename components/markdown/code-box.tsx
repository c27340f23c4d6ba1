"use client";

import { TextWrap } from "lucide-react";
import { useEffect, useState } from "react";
import { useFoundEnd } from "@/components/find/find-words";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { countOf } from "@/lib/format/count";
import { classNames } from "@/lib/style/class-names";
import type { CodeRun } from "./code-colors";
import { FoldBar } from "./fold-bar";

/** Longer code is folded. */
const SHOWN_LINES = 40;

type CodeBoxProps = {
  code: string;
  /** As the message names it; null where it does not. */
  language: string | null;
  /** True while it is being written: it gets its colors, and is folded, when it is complete. */
  isGrowing: boolean;
};

/** Code of a message in a ruled box, with its language, its length, wrapping and Copy. */
export function CodeBox({ code, language, isGrowing }: CodeBoxProps) {
  const [isWrapped, setIsWrapped] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const lines = code.split("\n");
  const first = lines.slice(0, SHOWN_LINES).join("\n");
  const isFound = useFoundEnd(code) > first.length;
  const isFolded = !isGrowing && !isOpen && !isFound && lines.length > SHOWN_LINES + SHOWN_LINES / 4;
  const shown = isFolded ? first : code;
  const runs = useColors(shown, isGrowing ? null : language);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div
      role="group"
      aria-label={language === null ? "Code" : `Code, ${language}`}
      className="min-w-0 overflow-hidden rounded-control border border-line bg-surface"
    >
      <p className="flex h-[26px] items-center gap-2 border-b border-line pr-1.5 pl-2.5 text-micro whitespace-nowrap text-ink-3">
        {language === null ? null : <span className="min-w-0 truncate font-mono">{language}</span>}
        <span>{countOf(lines.length, "line")}</span>
        <span className="ml-auto flex items-center gap-0.5 [&_button]:size-6">
          <Button
            kind="ghost"
            size="icon-small"
            aria-label="Wrap lines"
            aria-pressed={isWrapped}
            isOn={isWrapped}
            onClick={() => setIsWrapped(!isWrapped)}
          >
            <TextWrap size={12} strokeWidth={2} aria-hidden="true" />
          </Button>
          <CopyButton text={code} label="Copy code" copiedMessage="Code copied" />
        </span>
      </p>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
        tabIndex={0}
        className={classNames(
          "overflow-x-auto px-2.5 pt-1.5 pb-[7px] text-code leading-[18px] outline-offset-[-2px] [tab-size:2]",
          isWrapped ? "whitespace-pre-wrap [overflow-wrap:anywhere]" : "whitespace-pre",
        )}
      >
        <code>{runs === null ? shown : runs.map(coloredRun)}</code>
      </pre>
      {isFolded ? (
        <FoldBar onOpen={() => setIsOpen(true)}>{countOf(lines.length - SHOWN_LINES, "more line")}</FoldBar>
      ) : null}
    </div>
  );
}

function coloredRun({ text, className }: CodeRun, index: number) {
  if (className === "") return text;
  return (
    <span key={index} className={className}>
      {text}
    </span>
  );
}

interface Colored {
  readonly code: string;
  readonly runs: readonly CodeRun[];
}

/** The colors of code; null until they are loaded and for a language without any. */
function useColors(code: string, language: string | null): readonly CodeRun[] | null {
  const [colored, setColored] = useState<Colored | null>(null);
  // The outside system is the network: what colors code loads with the first code, and each language too.
  useEffect(() => {
    if (language === null) return;
    let isWanted = true;
    void runsOf(code, language).then((runs) => {
      if (isWanted && runs !== null) setColored({ code, runs });
    });
    return () => {
      isWanted = false;
    };
  }, [code, language]);
  return colored?.code === code && language !== null ? colored.runs : null;
}

async function runsOf(code: string, language: string): Promise<readonly CodeRun[] | null> {
  // Plain code is complete; its colors only help to read it.
  const colors = await import("./code-colors").catch(() => null);
  const known = colors?.coloredLanguage(language) ?? null;
  return colors === null || known === null ? null : colors.colorCode(code, known);
}
