import type { RolloutGroup } from "@/lib/api/contract/training-runs/training-runs";
import { isMembers } from "@/lib/json/value/members";

const textOf = (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

/** The request that all rollouts of a task share, once, and the columns of the task. */
export function TaskPrompt({ group }: { group: RolloutGroup | null }) {
  if (group === null) return null;
  const shown = new Set(group.messages.map(({ content }) => textOf(content)));
  const values = Object.entries(group.values ?? {}).filter(([, value]) => !shown.has(textOf(value)));
  return (
    <dl
      tabIndex={0}
      className="grid max-h-52 grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 overflow-auto px-4 py-2.5 outline-offset-[-2px] text-small max-md:px-3"
    >
      {group.messages.map((message, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a message is identified by its position
        <div key={index} className="contents">
          <dt className="text-ink-3">{textOf(message.role)}</dt>
          <dd className="whitespace-pre-wrap [overflow-wrap:anywhere]">
            {textOf(isMembers(message.message) ? message.message.content : message.content)}
          </dd>
        </div>
      ))}
      {values.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-code text-ink-3">{name}</dt>
          <dd className="text-ink-2 [overflow-wrap:anywhere]">{textOf(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
