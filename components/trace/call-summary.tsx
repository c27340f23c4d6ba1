"use client";

import Link from "next/link";
import { type ReactNode, useState } from "react";
import { Callout } from "@/components/ui/callout";
import { CopyButton } from "@/components/ui/copy-button";
import { StatusGlyph, statusName } from "@/components/ui/glyph/status-glyph";
import { Quantity } from "@/components/ui/quantity";
import type { Call } from "@/lib/api/contract/calls";
import { formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { formatCallCost } from "@/lib/format/money";
import { formatFullTime, parseTime } from "@/lib/format/time";
import { PayloadSection } from "./payload-section";
import { callDurationMs, callStatus, callUsage, opLabel, usageTotal } from "./prepare-call";

type CallSummaryProps = { call: Call; threadHref: (threadId: string) => string };

/** The facts of a call, then what went in and what came out. */
export function CallSummary({ call, threadHref }: CallSummaryProps) {
  const total = usageTotal(callUsage(call));
  const status = callStatus(call);
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      {call.exception ? <ExceptionNote exception={call.exception} /> : null}
      <dl className="grid grid-cols-[88px_minmax(0,1fr)] gap-x-3 gap-y-[5px] px-4 py-3 text-small leading-[17px]">
        <Fact name="Status">
          <span className="flex items-center gap-1.5">
            <StatusGlyph status={status} label="" />
            {statusName(status)}
          </span>
        </Fact>
        <Fact name="Duration">
          <Quantity text={formatDuration(callDurationMs(call, Date.now()))} />
        </Fact>
        <Fact name="Op">
          <span className="text-code" title={call.op_name}>
            {opLabel(call.op_name)}
          </span>
        </Fact>
        <Fact name="Tokens" isKnown={total.tokensIn !== null || total.tokensOut !== null}>
          {formatCount(total.tokensIn)} in, {formatCount(total.tokensOut)} out
        </Fact>
        <Fact name="Cost" isKnown={total.costUsd !== null}>
          {formatCallCost(total.costUsd)}
        </Fact>
        <Fact name="Thread" isKnown={Boolean(call.thread_id)}>
          <Link href={threadHref(call.thread_id ?? "")} className="text-code text-accent-text hover:underline">
            {call.thread_id}
          </Link>
        </Fact>
        <Fact name="Run" isKnown={Boolean(call.svc_run_id)}>
          <span className="text-code">{call.svc_run_id}</span>
          {typeof call.svc_run_step === "number" ? <span className="text-ink-3"> step {call.svc_run_step}</span> : null}
        </Fact>
        <Fact name="User" isKnown={Boolean(call.svc_user_id)}>
          <span className="text-code">{call.svc_user_id}</span>
        </Fact>
        <Fact name="Started">{formatFullTime(parseTime(call.started_at))}</Fact>
        <Fact name="Ended" isKnown={Boolean(call.ended_at)}>
          {formatFullTime(parseTime(call.ended_at))}
        </Fact>
        <Fact name="Call id">
          <Id text={call.id} name="call id" />
        </Fact>
        <Fact name="Trace id">
          <Id text={call.trace_id} name="trace id" />
        </Fact>
      </dl>
      <PayloadSection label="inputs" value={call.inputs ?? null} />
      <PayloadSection label="output" value={call.output ?? null} />
    </div>
  );
}

/** A fact that is not known has no line at all. */
function Fact({ name, isKnown = true, children }: { name: string; isKnown?: boolean; children: ReactNode }) {
  if (!isKnown) return null;
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </>
  );
}

function Id({ text, name }: { text: string; name: string }) {
  return (
    <span className="-my-1 flex items-center gap-1">
      <span className="text-code">{text}</span>
      <CopyButton text={text} label={`Copy ${name}`} said="Id copied" />
    </span>
  );
}

const SHOWN_LINES = 4;

/** The error in the call's own words: its first lines, and all of them on request. */
function ExceptionNote({ exception }: { exception: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const lines = exception.trim().split("\n");
  const isLong = lines.length > SHOWN_LINES;
  const shown = isWhole || !isLong ? lines : [...lines.slice(0, SHOWN_LINES - 1), lines.at(-1) ?? ""];
  return (
    <Callout tone="err" className="mx-4 mt-3">
      <pre className={isLong ? "text-code whitespace-pre-wrap" : "font-sans whitespace-pre-wrap"}>
        {shown.join("\n")}
      </pre>
      {isLong ? (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
          className="mt-1 text-accent-text hover:underline"
        >
          {isWhole ? "Show less" : `Show all ${lines.length} lines`}
        </button>
      ) : null}
    </Callout>
  );
}
