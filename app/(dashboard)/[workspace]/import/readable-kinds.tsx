import Link from "next/link";
import type { ReactNode } from "react";
import { Tag } from "@/components/ui/tag";
import { guideHref } from "@/lib/guide/guides";

/** The supported file contents, shown before a file is chosen. */
export function ReadableKinds() {
  return (
    <dl className="grid gap-x-8 gap-y-4 md:grid-cols-2">
      <Kind name="Exported calls" tags={["JSONL", "Weave export"]}>
        One call per line, as <code className="text-code">/calls/stream_query</code> returns it. Ids, times, numbers and
        feedback are kept; calls of another project are moved into this one.
      </Kind>
      <Kind name="Recorded conversations" tags={["JSON list", "JSONL", "trajectories", "chat messages", "verifiers"]}>
        Messages in OpenAI’s format, under <code className="text-code">messages</code> or{" "}
        <code className="text-code">traj</code>. Each list becomes a thread with a turn for every user message;{" "}
        <code className="text-code">reward</code>, <code className="text-code">task_id</code> and{" "}
        <code className="text-code">model</code> are kept. Rollouts that verifiers saved (
        <code className="text-code">results.jsonl</code>, <code className="text-code">traces.jsonl</code>) are read too.
      </Kind>
      <Kind name="Sessions of coding agents" tags={["Claude Code", "Codex", "JSONL"]}>
        Files under <code className="text-code">~/.claude/projects</code> and{" "}
        <code className="text-code">~/.codex/sessions</code>. Each session becomes a thread with turns, tools, diffs and
        tokens; a session that has grown can be imported again.
      </Kind>
      <Kind
        name="Exports of other tools"
        tags={[
          "Langfuse",
          "LangSmith",
          "Phoenix",
          "OTLP/JSON",
          "Braintrust",
          "MLflow",
          "OpenAI Evals",
          "ATIF",
          "Inspect",
        ]}
      >
        JSON, JSONL, CSV or Parquet, also compressed: traces, spans and scores become calls, threads and feedback,
        prompts and datasets become objects and tables. The preview shows what becomes of each kind of record, and what
        has no place. <Link href={guideHref("moving-in")}>How to export from each tool</Link>.
      </Kind>
      <Kind name="Training runs" tags={["verl", "prime-rl", "TRL", "ART"]}>
        A run is a folder, so a command imports it:{" "}
        <code className="text-code">npm run import-run -- FOLDER --project entity/project</code>, also while the program
        trains. It becomes a training run with its rollouts and metrics.
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
