"use client";

import { X } from "lucide-react";
import Link from "next/link";
import type { Source } from "@/app/(dashboard)/[workspace]/training/new/draft/draft-source";
import { NumberedHeading } from "@/app/(dashboard)/[workspace]/training/new/draft/numbered-heading";
import { Segmented } from "@/components/form/segmented";
import { StatusGlyph } from "@/components/glyph/status-glyph";
import { Button } from "@/components/ui/button";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { formatBytes } from "@/lib/format/bytes";
import { countOf } from "@/lib/format/count";
import { classNames } from "@/lib/style/class-names";
import type { Workspace } from "@/lib/workspace/workspace";
import { FileDrop } from "./file-drop";
import type { OpenTable } from "./prepare-open-table";
import type { Sources } from "./use-sources";

const ThreadPicker = partLoadedLater(async () => (await import("./thread-picker")).ThreadPicker);

const TablePicker = partLoadedLater(async () => (await import("./table-picker")).TablePicker);

type SourceKind = "files" | "threads" | "traces" | "table";

type SourcePanelProps = {
  workspace: Workspace;
  sources: Sources;
  source: SourceKind;
  onSource: (source: SourceKind) => void;
  table: OpenTable | null;
  onTable: (table: OpenTable) => void;
  isSmall: boolean;
};

/** The sources of trajectories and their contents. */
export function SourcePanel(props: SourcePanelProps) {
  const { workspace, sources, source, onSource, table, onTable, isSmall } = props;
  const isDone = sources.sources.length > 0 && sources.sources.every(({ progress }) => progress === null);
  return (
    <section
      aria-label="Trajectories"
      className="grid flex-none gap-2.5 border-b border-line px-4 pt-2 pb-3 max-md:px-3"
    >
      <NumberedHeading number={1} title="Trajectories" state={isDone ? "done" : "open"}>
        <Segmented
          label="Source of trajectories"
          size="small"
          className="ml-auto"
          value={source}
          onChange={onSource}
          segments={[
            { value: "files", label: "Files" },
            { value: "threads", label: "Pick threads" },
            { value: "traces", label: "From traces" },
            { value: "table", label: "From a table" },
          ]}
        />
      </NumberedHeading>
      <div className={classNames("grid gap-3", isSmall && "md:grid-cols-[minmax(0,268px)_minmax(0,1fr)]")}>
        {source === "files" ? <FileDrop onFile={sources.addFile} isSmall={isSmall} /> : null}
        {source === "threads" ? <ThreadPicker workspace={workspace} sources={sources} /> : null}
        {source === "traces" ? <TracesHint slug={workspace.slug} /> : null}
        {source === "table" ? (
          <TablePicker workspace={workspace} sources={sources} table={table} onTable={onTable} />
        ) : null}
        {sources.sources.length > 0 ? (
          <ul aria-label="Sources" className="max-h-[132px] overflow-auto border-t border-line">
            {sources.sources.map((one) => (
              <SourceItem key={one.id} source={one} onRemove={() => sources.remove(one.id)} />
            ))}
          </ul>
        ) : null}
      </div>
    </section>
  );
}

function TracesHint({ slug }: { slug: string }) {
  return (
    <p className="self-center text-small text-ink-2">
      Select calls in{" "}
      <Link href={`/${slug}/traces`} className="text-accent-text underline decoration-1 underline-offset-2">
        Traces
      </Link>{" "}
      and click Build trajectory groups. Each trace of a selected call becomes a trajectory.
    </p>
  );
}

function SourceItem({ source, onRemove }: { source: Source; onRemove: () => void }) {
  const { name, rows, problems, progress, failure } = source;
  const size = rows.reduce((sum, row) => sum + row.end - row.start, 0);
  const status = failure !== null ? "error" : progress !== null ? "running" : problems.length > 0 ? "warning" : "ok";
  return (
    <li className="grid grid-cols-[14px_minmax(0,1fr)_auto_auto_24px] items-center gap-x-2.5 border-b border-line py-1 text-small">
      <StatusGlyph status={status} {...(progress === null ? {} : { label: "loading" })} />
      <span className="truncate text-code" title={name}>
        {name}
      </span>
      <span className="text-ink-2">
        {countOf(rows.length, "trajectory", "trajectories")}
        {progress === null ? "" : ` so far${progress > 0 ? `, ${Math.round(progress * 100)}%` : ""}`}
      </span>
      <span className="text-ink-2">{formatBytes(size)}</span>
      <Button kind="ghost" size="icon-small" aria-label={`Remove ${name}`} onClick={onRemove}>
        <X size={13} strokeWidth={1.7} aria-hidden="true" />
      </Button>
      {failure === null ? null : (
        <span role="alert" className="col-start-2 col-end-6 text-err [overflow-wrap:anywhere]">
          {failure}
          {rows.length > 0 ? " Rows read before are kept." : ""}
        </span>
      )}
    </li>
  );
}
