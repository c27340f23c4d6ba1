import { Tag } from "@/components/ui/tag";
import type { SentFacts } from "@/lib/calls/sent-facts";
import { previewOf } from "@/lib/calls/value-preview";
import { countOf } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { formatCallCost } from "@/lib/format/money";
import { Fact } from "./fact";

/** More are read among the attributes. */
const MAX_METADATA = 20;

/** The properties that the sender states, in a list of facts. */
export function SentFactLines({ facts }: { facts: SentFacts }) {
  const { modelAsked, modelAnswered } = facts;
  const { user, agent, agentId, agentVersion, finishReasons, responseId, firstChunkMs, tags, metadata } = facts;
  const hiddenCount = Math.max(0, metadata.length - MAX_METADATA);
  return (
    <>
      <Fact name="User" isKnown={user !== null}>
        {user}
      </Fact>
      <Fact name="Agent" isKnown={agent !== null || agentId !== null}>
        {agent ?? agentId}
        {agentVersion === null ? null : <span className="text-ink-3"> version {agentVersion}</span>}
        {agent === null || agentId === null ? null : <span className="block text-code text-ink-3">{agentId}</span>}
      </Fact>
      <Fact name="Model" isKnown={modelAsked !== null || modelAnswered !== null}>
        {modelAnswered ?? modelAsked}
        {modelAsked === null || modelAnswered === null || modelAsked === modelAnswered ? null : (
          <span className="text-ink-3"> asked as {modelAsked}</span>
        )}
      </Fact>
      <Fact name="Finished" isKnown={finishReasons.length > 0}>
        {finishReasons.join(", ")}
      </Fact>
      <Fact name="First token" isKnown={firstChunkMs !== null}>
        {firstChunkMs === null ? null : `after ${formatDuration(firstChunkMs)}`}
      </Fact>
      <Fact name="Response id" isKnown={responseId !== null}>
        <span className="text-code">{responseId}</span>
      </Fact>
      <Fact name="Tags" isKnown={tags.length > 0}>
        <span className="flex flex-wrap gap-1">
          {[...new Set(tags)].map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
        </span>
      </Fact>
      <Fact name="Metadata" isKnown={metadata.length > 0}>
        {metadata.slice(0, MAX_METADATA).map(([name, value]) => (
          <span key={name} className="block">
            <span className="text-code text-ink-3">{name}</span> {previewOf(value)?.text ?? "–"}
          </span>
        ))}
        {hiddenCount > 0 ? (
          <span className="text-ink-3">{countOf(hiddenCount, "more value")} in Attributes</span>
        ) : null}
      </Fact>
    </>
  );
}

/** Costs that differ by more than this share are marked. */
const MAX_DIFFERENCE = 0.01;

/** The cost that the sender states, beside the one that is computed here. */
export function SentCost({ sentUsd, costUsd }: { sentUsd: number | null; costUsd: number | null }) {
  if (sentUsd === null) return null;
  const isOther = costUsd !== null && Math.abs(sentUsd - costUsd) > MAX_DIFFERENCE * Math.max(sentUsd, costUsd);
  return (
    <span className={isOther ? "text-warn" : "text-ink-3"} title="The cost that the sender states for this call">
      {" "}
      {formatCallCost(sentUsd)} as sent{isOther ? ", differs" : ""}
    </span>
  );
}
