"use client";

import type { ReactNode } from "react";
import { useNow } from "@/components/browser/use-now";
import { Quantity } from "@/components/ui/quantity";
import type { Answer } from "@/lib/completion/answer";
import { type AnswerUsage, readUsage, tokenRate, tokensOut } from "@/lib/completion/answer-choices";
import { formatCount } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { MISSING } from "@/lib/format/missing";
import { formatCallCost } from "@/lib/format/money";
import { useAnswerCost } from "./use-answer-cost";

const TICK_MS = 200;

/** The figures of an answer. A figure that is missing or not yet available is a dash. */
export function AnswerFacts({ answer }: { answer: Answer }) {
  const { completion, durationMs, firstTokenMs, isStreamed, status } = answer;
  const usage = readUsage(completion);
  const isRunning = status === "running";
  const tokens = tokensOut(answer);
  return (
    <div className="@container flex-none border-t border-line px-3.5 py-[7px] text-small leading-[15px]">
      <dl className="grid grid-cols-3 gap-x-3 gap-y-1 @min-[360px]:flex @min-[360px]:justify-between">
        <Fact name={isRunning ? "Elapsed" : "Latency"}>
          {isRunning ? <Elapsed startedAtMs={answer.startedAtMs} /> : <Quantity text={formatDuration(durationMs)} />}
        </Fact>
        <Fact name="First token">
          {isStreamed ? <Quantity text={formatDuration(firstTokenMs)} /> : <span title="Not streamed">{MISSING}</span>}
        </Fact>
        <Fact name="Tokens">
          <Tokens usage={usage} out={tokens} />
        </Fact>
        <Fact name="Rate">
          {isRunning ? (
            <RunningRate answer={answer} tokens={tokens.count} />
          ) : (
            <Rate perSecond={tokenRate(tokens.count, firstTokenMs, durationMs)} />
          )}
        </Fact>
        <Fact name="Retries">
          <Retries count={answer.retries} />
        </Fact>
        <Fact name="Cost">{isRunning ? MISSING : <Cost answer={answer} costUsd={usage.costUsd} />}</Fact>
      </dl>
    </div>
  );
}

function Tokens({ usage, out }: { usage: AnswerUsage; out: ReturnType<typeof tokensOut> }) {
  if (usage.tokensIn === null && out.count === null) return MISSING;
  return (
    <span title={out.isCounted ? tokensTitle(usage) : "Estimated from chunks until the provider reports usage"}>
      {formatCount(usage.tokensIn)} <span className="text-micro text-ink-3">in</span> {out.isCounted ? "" : "~"}
      {formatCount(out.count)}
    </span>
  );
}

/** How often the service retried the provider after rate limits, failures and lost connections. */
function Retries({ count }: { count: number | null }) {
  if (count === null) return <span title="Not reported by the service">{MISSING}</span>;
  return <span className={count > 0 ? "text-warn" : undefined}>{formatCount(count)}</span>;
}

function RunningRate({ answer, tokens }: { answer: Answer; tokens: number | null }) {
  const nowMs = useNow(TICK_MS);
  return <Rate perSecond={tokenRate(tokens, answer.firstTokenMs, nowMs - answer.startedAtMs)} />;
}

function Rate({ perSecond }: { perSecond: number | null }) {
  if (perSecond === null) return MISSING;
  return (
    <>
      {perSecond.toFixed(perSecond < 10 ? 1 : 0)} <span className="text-micro text-ink-3">tok/s</span>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-micro leading-[15px] text-ink-3">{name}</dt>
      <dd className="whitespace-nowrap">{children}</dd>
    </div>
  );
}

function Elapsed({ startedAtMs }: { startedAtMs: number }) {
  const nowMs = useNow(TICK_MS);
  return <Quantity text={formatDuration(Math.max(0, nowMs - startedAtMs))} />;
}

/** The cost that the provider reports, or what the service computes from its prices. */
function Cost({ answer, costUsd }: { answer: Answer; costUsd: number | null }) {
  const priced = useAnswerCost(costUsd === null ? answer.callId : null);
  const cost = costUsd ?? priced;
  return (
    <span title={cost === null ? "No price for this model, or the call is not tracked" : undefined}>
      {formatCallCost(cost)}
    </span>
  );
}

function tokensTitle({ cachedTokens, reasoningTokens }: AnswerUsage): string | undefined {
  const facts = [
    cachedTokens === null ? null : `${formatCount(cachedTokens)} input tokens cached`,
    reasoningTokens === null ? null : `${formatCount(reasoningTokens)} output tokens for reasoning`,
  ].filter((fact) => fact !== null);
  return facts.length === 0 ? undefined : facts.join("; ");
}
