"use client";

import { type KeyboardEvent, type RefObject, useId, useState } from "react";
import { MAX_SQL_LENGTH } from "@/lib/api/contract/sql/sql-limits";
import { classNames } from "@/lib/style/class-names";
import { completeSql, type SqlCompletion } from "./complete-sql";
import { CompletionList } from "./completion-list";
import { highlightSql, type SqlPiece } from "./highlight-sql";

type SqlEditorProps = {
  textRef: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onChange: (text: string) => void;
  /** The line of a problem, from 1; null without one. */
  problemLine: number | null;
  /** Identifies the text that says what is wrong. */
  problemId: string | undefined;
};

const COLORS: Readonly<Record<SqlPiece["kind"], string>> = {
  plain: "",
  word: "text-code-bool",
  function: "text-code-key",
  text: "text-code-string",
  number: "text-code-number",
  comment: "text-ink-3 italic",
  parameter: "text-accent-text",
};

/** The same for the field and for the colored text below it, so that both lie on each other. */
const LETTERS = "px-3 py-2 text-mono leading-[18px] font-mono whitespace-pre [tab-size:2]";

/** A field for a query: colored, with numbers of lines, and names that complete what is typed. */
export function SqlEditor({ textRef, text, onChange, problemLine, problemId }: SqlEditorProps) {
  const listId = useId();
  const [caret, setCaret] = useState<number | null>(null);
  const [chosen, setChosen] = useState(0);
  const { from, choices } = caret === null ? { from: 0, choices: [] } : completeSql(text, caret);
  const take = (choice: SqlCompletion) => {
    const at = from + choice.text.length;
    onChange(text.slice(0, from) + choice.text + text.slice(caret ?? from));
    setCaret(null);
    // The field has the new text once it is drawn.
    requestAnimationFrame(() => textRef.current?.setSelectionRange(at, at));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const choice = choices[Math.min(chosen, choices.length - 1)];
    if (choice === undefined || event.metaKey || event.ctrlKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setChosen((chosen + step + choices.length) % choices.length);
    else if (event.key === "Enter" || event.key === "Tab") take(choice);
    else if (event.key === "Escape") setCaret(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="flex min-h-0 flex-1 overflow-auto bg-bg">
      <LineNumbers count={text.split("\n").length} problemLine={problemLine} />
      <div className="relative grid min-w-0 flex-1">
        <pre aria-hidden="true" className={classNames(LETTERS, "pointer-events-none [grid-area:1/1]")}>
          {highlightSql(text).map(({ kind, text: piece }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity
            <span key={index} className={COLORS[kind]}>
              {piece}
            </span>
          ))}
          {"\n"}
        </pre>
        <textarea
          ref={textRef}
          aria-label="Query"
          aria-invalid={problemLine !== null || undefined}
          aria-describedby={problemId}
          aria-autocomplete="list"
          aria-controls={listId}
          aria-activedescendant={choices.length > 0 ? `${listId}-${chosen}` : undefined}
          style={{ caretColor: "var(--ink)" }}
          value={text}
          maxLength={MAX_SQL_LENGTH}
          wrap="off"
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          onChange={(event) => {
            onChange(event.target.value);
            setCaret(event.target.selectionStart);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
          onClick={() => setCaret(null)}
          onBlur={() => setCaret(null)}
          className={classNames(
            LETTERS,
            "resize-none overflow-hidden bg-transparent text-transparent outline-none [grid-area:1/1] selection:bg-accent-tint",
          )}
        />
        <CompletionList
          id={listId}
          choices={choices}
          chosen={chosen}
          line={text.slice(0, from).split("\n").length}
          column={from - text.lastIndexOf("\n", from - 1) - 1}
          onTake={take}
        />
      </div>
    </div>
  );
}

function LineNumbers({ count, problemLine }: { count: number; problemLine: number | null }) {
  return (
    <ol
      aria-hidden="true"
      className="sticky left-0 z-10 w-10 flex-none bg-bg py-2 pr-2 text-right font-mono text-mono leading-[18px] text-ink-3 select-none"
    >
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
        <li key={index} className={index + 1 === problemLine ? "rounded-chip bg-err-tint text-err" : undefined}>
          {index + 1}
        </li>
      ))}
    </ol>
  );
}
