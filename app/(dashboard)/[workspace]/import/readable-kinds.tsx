import type { ReactNode } from "react";
import { Tag } from "@/components/ui/tag";

/** What a file may hold, before there is one. */
export function ReadableKinds() {
  return (
    <dl className="grid gap-x-8 gap-y-4 md:grid-cols-2">
      <Kind name="Exported calls" tags={["JSONL", "Weave export"]}>
        One call per line, as <code className="text-code">/calls/stream_query</code> gives it. Ids, times, numbers and
        feedback stay as they are; calls of another project move into this one.
      </Kind>
      <Kind name="Recorded conversations" tags={["JSON list", "JSONL", "trajectories", "chat messages"]}>
        Messages as OpenAI writes them, under <code className="text-code">messages</code> or{" "}
        <code className="text-code">traj</code>. Each becomes a thread with a turn for every message of the user;{" "}
        <code className="text-code">reward</code>, <code className="text-code">task_id</code> and{" "}
        <code className="text-code">model</code> are kept.
      </Kind>
    </dl>
  );
}

function Kind({ name, tags, children }: { name: string; tags: readonly string[]; children: ReactNode }) {
  return (
    <div className="grid content-start gap-1.5">
      <dt className="font-medium">{name}</dt>
      <dd className="text-small leading-[17px] text-ink-2">{children}</dd>
      <dd className="flex flex-wrap gap-1">
        {tags.map((tag) => (
          <Tag key={tag}>{tag}</Tag>
        ))}
      </dd>
    </div>
  );
}
