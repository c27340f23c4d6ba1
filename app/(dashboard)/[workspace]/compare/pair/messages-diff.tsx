"use client";

import { ChevronsUpDown, Split } from "lucide-react";
import { Fragment, useMemo, useState } from "react";
import { sideLetter } from "@/app/(dashboard)/[workspace]/compare/sides/prepare-side";
import { PaneState } from "@/components/state/pane-state";
import type { Conversation } from "@/lib/chat/read-messages";
import { countOf } from "@/lib/format/count";
import { MessagePair } from "./message-pair";
import { messageLines } from "./prepare-message-lines";
import { compareConversations, type MessageRow } from "./prepare-message-pairs";

type MessagesDiffProps = {
  chats: readonly Conversation[];
  columns: readonly [number, number];
  isPhone: boolean;
  isChat: boolean;
};

const NO_ROWS: Conversation = { input: [], output: [], finishReason: null };

/** Two conversations message by message: equal messages are collapsed, and the point of divergence is marked. */
export function MessagesDiff({ chats, columns, isPhone, isChat }: MessagesDiffProps) {
  const [left = NO_ROWS, right = NO_ROWS] = chats;
  const comparison = useMemo(() => compareConversations(left, right), [left, right]);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const [mostRows, setMostRows] = useState(FIRST_ROWS);
  const lines = useMemo(() => messageLines(comparison, opened), [comparison, opened]);
  if (!isChat) {
    return (
      <PaneState kind="empty" title="No messages to compare">
        These calls have no messages in their inputs or output. Open Input and output to see their values.
      </PaneState>
    );
  }
  const letters = columns.map(sideLetter);
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
      tabIndex={0}
      aria-label="Messages side by side"
      className="relative min-h-0 flex-1 overflow-auto outline-offset-[-2px]"
    >
      {lines.slice(0, mostRows).map((line) =>
        line.kind === "fold" ? (
          <Fold
            key={`fold ${line.from}`}
            rows={comparison.rows.slice(line.from, line.to)}
            onOpen={() => setOpened(new Set(opened).add(line.from))}
          />
        ) : (
          <Fragment key={line.index}>
            {line.index === comparison.divergenceAt ? <DivergenceMarker letters={letters} row={line.row} /> : null}
            <MessagePair row={line.row} columns={columns} isPhone={isPhone} />
          </Fragment>
        ),
      )}
      {lines.length > mostRows ? (
        <button
          type="button"
          onClick={() => setMostRows(mostRows + FIRST_ROWS)}
          className="h-9 w-full border-t border-line text-small text-accent-text hover:underline"
        >
          Show {countOf(Math.min(FIRST_ROWS, lines.length - mostRows), "more row")}
        </button>
      ) : null}
      {comparison.divergenceAt < 0 ? (
        <p role="status" className="border-t border-line px-4 py-2.5 text-small text-ink-2">
          {letters.join(" and ")} have identical messages.
        </p>
      ) : null}
    </section>
  );
}

/** Word differences are computed for each drawn row, so long conversations are drawn in steps. */
const FIRST_ROWS = 120;

function DivergenceMarker({ letters, row }: { letters: readonly string[]; row: MessageRow }) {
  const [left, right] = letters;
  const where =
    row.left === null
      ? `${left} has no more messages here`
      : row.right === null
        ? `${right} has no more messages here`
        : `message ${row.left.number} of ${left}, ${row.right.number} of ${right}`;
  return (
    <p className="flex min-h-[26px] items-center gap-2 border-y border-warn-line bg-warn-tint px-4 text-small">
      <Split size={13} strokeWidth={1.7} aria-hidden="true" className="flex-none text-warn" />
      <b className="font-semibold">First difference</b>
      <span>{where}</span>
    </p>
  );
}

function Fold({ rows, onOpen }: { rows: readonly MessageRow[]; onOpen: () => void }) {
  const speakers = [...new Set(rows.flatMap(({ left }) => (left ? [left.message.role] : [])))];
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex h-[26px] w-full items-center gap-2 border-y border-line bg-hover px-4 text-left text-micro text-ink-2 outline-offset-[-2px] hover:text-ink"
    >
      <ChevronsUpDown size={12} strokeWidth={2} aria-hidden="true" />
      <span className="truncate">
        <b className="font-medium">{countOf(rows.length, "message")}</b> identical: {speakers.join(", ")}
      </span>
    </button>
  );
}
