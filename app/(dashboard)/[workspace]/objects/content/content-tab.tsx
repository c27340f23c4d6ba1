"use client";

import { useMemo } from "react";
import { ValueSection } from "@/app/(dashboard)/[workspace]/objects/edit/value-section";
import type { VersionLabels } from "@/app/(dashboard)/[workspace]/objects/marks/use-version-labels";
import type { ObjectPaneProps } from "@/app/(dashboard)/[workspace]/objects/versions/object-pane-props";
import { VersionValue } from "@/app/(dashboard)/[workspace]/objects/versions/version-value";
import { RichValueView } from "@/components/media/rich-value-view";
import { SourceCode } from "@/components/object/source-code";
import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import type { Workspace } from "@/lib/workspace/workspace";
import { ContentTable } from "./content-table";
import { Messages, Prose } from "./content-text";
import { type Content, contentOf } from "./prepare-content";
import { VersionFacts } from "./version-facts";

/** Shows a version by its type: messages, source, a table, files; and always its value. */
export function ContentTab(props: ObjectPaneProps) {
  return (
    <VersionValue {...props}>
      {(version) => (
        <VersionContent
          key={version.digest}
          workspace={props.workspace}
          version={withLoadedLists(version, props.chosen.selected)}
          marks={props.marks}
          nowMs={props.nowMs}
          // A published object is shown next to its origin.
          onPublished={(digest) => props.actions.change({ version: digest, a: version.digest, b: digest, tab: "diff" })}
        />
      )}
    </VersionValue>
  );
}

/** Sizes and labels are only in the list. */
function withLoadedLists(version: ObjectVersion, listed: ObjectVersion | undefined): ObjectVersion {
  if (listed?.digest !== version.digest) return version;
  const { size_bytes, tags, aliases } = listed;
  return { ...version, size_bytes: version.size_bytes ?? size_bytes, tags, aliases };
}

type VersionContentProps = {
  workspace: Workspace;
  version: ObjectVersion;
  marks: VersionLabels;
  nowMs: number;
  onPublished: (digest: string) => void;
};

function VersionContent({ workspace, version, marks, nowMs, onPublished }: VersionContentProps) {
  const content = useMemo(() => contentOf(version.val), [version.val]);
  const isWhole = content.type === "text" && typeof version.val === "string";
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-auto">
      <VersionFacts workspace={workspace} version={version} marks={marks} nowMs={nowMs} />
      <ContentView workspace={workspace} content={content} />
      <ValueSection workspace={workspace} version={version} isShown={isWhole} onPublished={onPublished} />
    </div>
  );
}

function ContentView({ workspace, content }: { workspace: Workspace; content: Content }) {
  switch (content.type) {
    case "messages":
      return <Messages messages={content.messages} />;
    case "text":
      return <Prose text={content.text} />;
    case "code":
      return <SourceCode address={workspace} file={content.file} />;
    case "rich":
      return (
        <section aria-label="Files" className="border-t border-line px-4 py-3">
          <RichValueView rich={content.rich} isLarge />
        </section>
      );
    case "table":
      return <ContentTable workspace={workspace} digest={content.digest} />;
    case "json":
      return null;
  }
}
