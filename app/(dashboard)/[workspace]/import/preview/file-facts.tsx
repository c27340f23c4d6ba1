import { Callout } from "@/components/ui/callout";
import { countOf, formatCount } from "@/lib/format/count";
import { MISSING } from "@/lib/format/missing";
import { formatFullTime } from "@/lib/format/time";
import { zoneName } from "@/lib/format/time-zone";
import { untimedConversations } from "@/lib/import/values/import-item";
import { type FilePreview, rewardsText } from "./prepare-file-preview";

interface Fact {
  readonly label: string;
  readonly value: string;
  readonly note?: string;
}

/** The date as the figure, the time of day below it. */
function timeFact(label: string, timeMs: number | null): Fact {
  if (timeMs === null) return { label, value: MISSING };
  const full = formatFullTime(timeMs);
  return { label, value: full.slice(0, 10), note: `${full.slice(11, 19)} ${zoneName(timeMs)}` };
}

function factsOf(preview: FilePreview): Fact[] {
  const { counts, exportedCount, feedbackCount, rewards, firstMs, lastMs } = preview;
  const rewardCount = [...rewards.values()].reduce((sum, count) => sum + count, 0);
  const facts: Fact[] = [];
  if (counts.conversations > 0) {
    facts.push(
      {
        label: counts.sessions === counts.conversations ? "Sessions" : "Conversations",
        value: formatCount(counts.conversations),
        note: "one thread each",
      },
      { label: "User messages", value: formatCount(counts.userMessages), note: "one turn each" },
      { label: "Model calls", value: formatCount(counts.modelCalls) },
      { label: "Tool results", value: formatCount(counts.toolResults) },
    );
  }
  const { promptVersions = 0, rows = 0 } = counts;
  if (counts.calls > 0 || promptVersions + rows === 0) {
    facts.push({ label: "Calls", value: formatCount(counts.calls), note: "total" });
  }
  if (promptVersions > 0) {
    facts.push({ label: "Prompt versions", value: formatCount(promptVersions), note: "new ones are added" });
  }
  if (rows > 0) facts.push({ label: "Dataset rows", value: formatCount(rows), note: "one table per dataset" });
  if (rewardCount > 0) facts.push({ label: "Rewards", value: formatCount(rewardCount), note: rewardsText(rewards) });
  if (exportedCount > 0) {
    if (feedbackCount > rewardCount) facts.push({ label: "Feedback", value: formatCount(feedbackCount - rewardCount) });
    facts.push(timeFact("First call", firstMs), timeFact("Last call", lastMs));
  }
  return facts;
}

/** The contents of the file in figures, and which values are invented. */
export function FileFacts({ preview }: { preview: FilePreview }) {
  const facts = factsOf(preview);
  const untimedCount = untimedConversations(preview.counts);
  return (
    <section aria-label="File contents" className="grid gap-3">
      {/* The line on the left of each row's first figure is clipped. */}
      <div className="overflow-hidden border-y border-line py-3">
        <dl className="-ml-[13px] grid grid-cols-[repeat(auto-fill,minmax(150px,1fr))] gap-y-3">
          {facts.map(({ label, value, note }) => (
            <div key={label} className="grid content-start border-l border-line px-3">
              <dt className="text-micro text-ink-3">{label}</dt>
              <dd className="truncate text-figure font-medium tracking-[-0.02em]">{value}</dd>
              {note ? <dd className="text-micro text-ink-3">{note}</dd> : null}
            </div>
          ))}
        </dl>
      </div>
      {untimedCount > 0 ? (
        <Callout tone="warn">
          {untimedCount === preview.counts.conversations ? "These" : `${formatCount(untimedCount)} of these`}{" "}
          conversations have no timestamps, so they are generated: the first starts now, each further one 5 minutes
          before the one listed above it. Every call is marked with{" "}
          <code className="text-code">attributes.import.invented_times</code>.
        </Callout>
      ) : null}
      {preview.skippedCount > 0 ? (
        <Callout tone="warn">
          {countOf(preview.skippedCount, "value")} cannot be read and will be skipped. The rest can be imported.
        </Callout>
      ) : null}
    </section>
  );
}
