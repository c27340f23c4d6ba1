"use client";

import { useState } from "react";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { countOf } from "@/lib/format/count";
import { formatFullTime, formatTime } from "@/lib/format/time";
import type { RequestLine } from "@/lib/start/received-requests";
import { CodeBox } from "./code-box";

type RequestListProps = { lines: readonly RequestLine[]; earlierCount: number; nowMs: number };

/** The requests received while the page waits for the first call: stored and rejected, each with its result. */
export function RequestList({ lines, earlierCount, nowMs }: RequestListProps) {
  return (
    <div className="mt-[9px] max-w-[724px] border-y border-line">
      {earlierCount > 0 ? (
        <p className="border-b border-line py-1.5">{countOf(earlierCount, "request")} before</p>
      ) : null}
      <div role="log" aria-label="Requests" aria-live="polite">
        {lines.map((line) => (
          <Line key={line.id} line={line} nowMs={nowMs} />
        ))}
      </div>
      <div className={ROW_CLASS}>
        <StatusGlyph status="running" label="" />
        <span className="text-ink-3">now</span>
        <span className="text-ink-3">waiting</span>
      </div>
    </div>
  );
}

const ROW_CLASS =
  "grid min-h-[30px] grid-cols-[14px_62px_190px_minmax(0,1fr)_auto] items-center gap-x-2.5 gap-y-0.5 py-1.5 max-md:grid-cols-[14px_62px_minmax(0,1fr)]";

function Line({ line, nowMs }: { line: RequestLine; nowMs: number }) {
  const [isOpen, setIsOpen] = useState(false);
  const { remedy } = line;
  return (
    <div className="border-b border-line">
      <div className={ROW_CLASS}>
        <StatusGlyph status={line.status} />
        <span className="text-ink-3" title={formatFullTime(line.atMs)}>
          {formatTime(line.atMs, nowMs)}
        </span>
        <span className="text-code [overflow-wrap:anywhere]">{line.what}</span>
        <span className="[overflow-wrap:anywhere] max-md:col-start-2 max-md:col-end-4">
          <span className={line.status === "ok" ? "text-ink-2" : "text-ink"}>{line.outcome}</span>
          {line.client === null ? null : <span className="text-ink-3"> · {line.client}</span>}
          {line.count > 1 ? <span className="text-ink-3"> · {line.count} times</span> : null}
        </span>
        {remedy === null ? null : (
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
            className="justify-self-start rounded-sm whitespace-nowrap text-accent-text hover:underline max-md:col-start-2 max-md:col-end-4 max-md:min-h-6"
          >
            {remedy.label}
          </button>
        )}
      </div>
      {remedy && isOpen ? (
        <div className="pb-2.5 pl-6">
          <p>{remedy.text}</p>
          {remedy.lines === null ? null : (
            <div className="mt-1.5 overflow-hidden rounded-control border border-line bg-sunken">
              <CodeBox text={remedy.lines} label="Copy fix" copiedMessage="Copied" />
            </div>
          )}
        </div>
      ) : null}
    </div>
  );
}
