import { Callout } from "@/components/ui/callout";
import { countOf, formatCount } from "@/lib/format/count";
import { formatTime } from "@/lib/format/time";
import { type FilePreview, rewardsText } from "./prepare-file-preview";

interface Fact {
  readonly label: string;
  readonly value: string;
  readonly note?: string;
}

function factsOf(preview: FilePreview, nowMs: number): Fact[] {
  const { counts, exportedCount, feedbackCount, rewards, firstMs, lastMs } = preview;
  const rewardCount = [...rewards.values()].reduce((sum, count) => sum + count, 0);
  const facts: Fact[] = [];
  if (counts.conversations > 0) {
    facts.push(
      { label: "Conversations", value: formatCount(counts.conversations), note: "each a thread" },
      { label: "User messages", value: formatCount(counts.userMessages), note: "each a turn" },
      { label: "Model calls", value: formatCount(counts.modelCalls) },
      { label: "Tool results", value: formatCount(counts.toolResults) },
    );
  }
  facts.push({ label: "Calls", value: formatCount(counts.calls), note: "in all" });
  if (rewardCount > 0) facts.push({ label: "Rewards", value: formatCount(rewardCount), note: rewardsText(rewards) });
  if (exportedCount > 0) {
    if (feedbackCount > rewardCount) facts.push({ label: "Feedback", value: formatCount(feedbackCount - rewardCount) });
    facts.push({ label: "First call", value: formatTime(firstMs, nowMs) });
    facts.push({ label: "Last call", value: formatTime(lastMs, nowMs) });
  }
  return facts;
}

/** What the file holds, in figures, and what is made up. */
export function FileFacts({ preview }: { preview: FilePreview }) {
  const facts = factsOf(preview, Date.now());
  return (
    <section aria-label="What the file holds" className="grid gap-3">
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(118px,1fr))] gap-y-3 border-y border-line py-3">
        {facts.map(({ label, value, note }) => (
          <div key={label} className="grid content-start border-line px-3 not-first:border-l first:pl-0">
            <dt className="text-micro text-ink-3">{label}</dt>
            <dd className="text-figure font-medium tracking-[-0.02em]">{value}</dd>
            {note ? <dd className="text-micro text-ink-3">{note}</dd> : null}
          </div>
        ))}
      </dl>
      {preview.counts.conversations > 0 ? (
        <Callout tone="warn">
          These conversations have no times. Theirs are invented: the first begins now, every other one 5 minutes before
          the one in front of it. Every call says so in{" "}
          <code className="text-code">attributes.import.invented_times</code>.
        </Callout>
      ) : null}
      {preview.skippedCount > 0 ? (
        <Callout tone="warn">
          {countOf(preview.skippedCount, "value")} cannot be read and will be left out; the others can be imported.
        </Callout>
      ) : null}
    </section>
  );
}
