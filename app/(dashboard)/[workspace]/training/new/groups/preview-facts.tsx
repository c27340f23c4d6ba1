import type { DraftFigures } from "@/app/(dashboard)/[workspace]/training/new/draft/draft-control";
import { formatBytes } from "@/lib/format/bytes";
import { formatCount } from "@/lib/format/count";
import { formatReward } from "@/lib/format/reward";
import { formatTokens } from "@/lib/format/tokens";
import { classNames } from "@/lib/style/class-names";

/** English prose and JSON have about four bytes per token. */
const BYTES_PER_TOKEN = 4;

/** The figures of the request. */
export function PreviewFacts({ control }: { control: Pick<DraftFigures, "totals"> }) {
  const { totals } = control;
  const flat = totals.flatGroups.length;
  const facts = [
    { name: "Groups", text: formatCount(totals.groupCount) },
    { name: "Trajectories", text: formatCount(totals.trajectoryCount) },
    ...(totals.exceptionCount > 0 ? [{ name: "Exceptions", text: formatCount(totals.exceptionCount) }] : []),
    { name: "Messages", text: formatCount(totals.messageCount) },
    { name: "Tokens", text: formatTokens(totals.byteCount / BYTES_PER_TOKEN), note: "est." },
    { name: "Reward mean", text: formatReward(totals.rewardMean) },
    { name: "Std in group", text: formatReward(totals.deviationMean), note: "mean" },
    { name: "Zero variance", text: formatCount(flat), note: flat === 1 ? "group" : "groups", isWarning: flat > 0 },
    { name: "Data", text: formatBytes(totals.byteCount) },
  ];
  return (
    <dl aria-label="Request figures" className="flex flex-wrap gap-x-4 gap-y-1.5">
      {facts.map(({ name, text, note, isWarning }) => (
        <div key={name} className="grid gap-px border-line not-last:border-r not-last:pr-4">
          <dt className="text-micro text-ink-3">{name}</dt>
          <dd className={classNames("text-small font-medium tabular-nums", isWarning && "text-warn")}>
            {text} {note ? <span className="font-normal text-ink-3">{note}</span> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}
