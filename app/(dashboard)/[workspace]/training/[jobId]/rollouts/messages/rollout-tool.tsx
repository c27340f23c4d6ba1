"use client";

import { useState } from "react";
import { ToolLine } from "@/components/chat/tool-line";
import { Callout } from "@/components/ui/callout";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { ToolRequestPart, ToolResultPart } from "@/lib/chat/chat-message";
import { countOf, formatCount } from "@/lib/format/count";
import { classNames } from "@/lib/style/class-names";
import { type CompactLine, compactLines, readValue } from "./prepare-compact-lines";

type RolloutToolRequestProps = {
  part: ToolRequestPart;
  /** Arguments that differ between the trajectories; null where the message is not the first difference. */
  differing: ReadonlySet<string> | null;
};

/** A tool call of the model with its arguments: on one line, but expanded where trajectories begin to differ. */
export function RolloutToolRequest({ part, differing }: RolloutToolRequestProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div role="group" aria-label={`Call of ${part.name}`} className="mt-1">
      <ToolLine
        // The first difference is known once all trajectories are loaded.
        key={differing === null ? "line" : "open"}
        isOpenFirst={differing !== null}
        title={<span className="max-w-[70%] flex-none truncate text-code font-medium">{part.name}</span>}
        value={readValue(part.arguments)}
        noun="arguments"
      >
        {() => <OpenedValue value={readValue(part.arguments)} marked={differing ?? undefined} />}
      </ToolLine>
    </div>
  );
}

/** The result of a tool, in the color of a failure when it failed. */
export function RolloutToolResult({ part, name }: { part: ToolResultPart; name: string | null }) {
  const value = readValue(part.value);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <div role="group" aria-label={name === null ? "Result" : `Result of ${name}`} className="mt-0.5">
      {name === null ? null : <p className="truncate text-code text-ink-3">{name}</p>}
      {part.isError ? (
        <Callout tone="err">
          <span className="text-code whitespace-pre-wrap">
            {typeof value === "string" ? value : stringifyJson(value)}
          </span>
        </Callout>
      ) : isShort(value) ? (
        <CompactValue value={value} />
      ) : (
        <ToolLine value={value} noun="result">
          {() => <OpenedValue value={value} />}
        </ToolLine>
      )}
    </div>
  );
}

const SHORT_LENGTH = 120;

/** A text in one line needs no click. */
const isShort = (value: unknown) => typeof value === "string" && value.length <= SHORT_LENGTH && !value.includes("\n");

type ValueProps = {
  value: unknown;
  /** Names of members to highlight. */
  marked?: ReadonlySet<string> | undefined;
};

function OpenedValue({ value, marked }: ValueProps) {
  return (
    <div className="px-2">
      <CompactValue value={value} marked={marked} />
    </div>
  );
}

const tones: Record<CompactLine["tone"], string> = {
  string: "text-code-string",
  number: "text-code-number",
  bool: "text-code-bool",
  null: "text-code-null italic",
  plain: "text-ink-2",
};

const MAX_LINES = 10;
const MAX_LINE_LENGTH = 280;

/** A value in few lines; expands on request. */
function CompactValue({ value, marked }: ValueProps) {
  const [isWhole, setIsWhole] = useState(false);
  const isWords = typeof value === "string";
  const lines = isWords ? [{ name: null, text: value, tone: "plain" as const }] : compactLines(value);
  const shown = isWhole ? lines : lines.slice(0, MAX_LINES);
  const isCut = !isWhole && (lines.length > MAX_LINES || lines.some(({ text }) => text.length > MAX_LINE_LENGTH));
  const length = lines.reduce((sum, { text }) => sum + text.length, 0);
  return (
    <>
      <div className="font-mono text-[11px] leading-4 tracking-[-0.02em] [overflow-wrap:anywhere]">
        {lines.length === 0 ? <span className="text-code-null">{"{}"}</span> : null}
        {shown.map(({ name, text, tone }) => (
          <p
            key={name ?? ""}
            className={classNames(
              "whitespace-pre-wrap",
              name !== null && marked?.has(name) && "-mx-1 rounded-bar bg-accent-tint px-1",
            )}
          >
            {name === null ? null : (
              <>
                <span className="text-code-key">{name}</span>
                <span className="text-ink-3">: </span>
              </>
            )}
            <span className={tones[tone]}>
              {isWhole || text.length <= MAX_LINE_LENGTH ? text : `${text.slice(0, MAX_LINE_LENGTH)}…`}
            </span>
          </p>
        ))}
      </div>
      {isCut ? (
        <button type="button" onClick={() => setIsWhole(true)} className="text-micro text-accent-text hover:underline">
          Show all {lines.length > MAX_LINES ? countOf(lines.length, "member") : `${formatCount(length)} characters`}
        </button>
      ) : null}
    </>
  );
}
