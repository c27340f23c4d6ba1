"use client";

import { Table2 } from "lucide-react";
import Link from "next/link";
import { useMemo } from "react";
import { JsonViewer } from "@/components/json/json-viewer";
import type { Workspace } from "@/components/layout/use-workspace";
import { Button } from "@/components/ui/button";
import type { ObjectVersion } from "@/lib/api/contract/objects";
import { ContentFile, SourceCode } from "./content-file";
import type { ObjectPaneProps } from "./object-pane";
import { type Content, contentOf, type PromptMessage } from "./prepare-content";
import { VersionFacts } from "./version-facts";
import { VersionValue } from "./version-value";

/** A version as what it is: messages, source, a table, files; and always its value. */
export function ContentTab(props: ObjectPaneProps) {
  return (
    <VersionValue {...props}>
      {(version) => <VersionContent workspace={props.workspace} version={version} nowMs={props.nowMs} />}
    </VersionValue>
  );
}

type VersionContentProps = { workspace: Workspace; version: ObjectVersion; nowMs: number };

function VersionContent({ workspace, version, nowMs }: VersionContentProps) {
  const content = useMemo(() => contentOf(version.val), [version.val]);
  const isWhole = content.type === "text" && typeof version.val === "string";
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-auto">
      <VersionFacts workspace={workspace} version={version} nowMs={nowMs} />
      <Shown workspace={workspace} content={content} />
      {isWhole ? null : (
        <section className="flex min-h-40 flex-1 flex-col border-t border-line">
          <h3 className="px-4 pt-2.5 pb-[5px] text-micro font-medium text-ink-3">Value</h3>
          <JsonViewer key={version.digest} label="val" value={version.val} isFilling />
        </section>
      )}
    </div>
  );
}

function Shown({ workspace, content }: { workspace: Workspace; content: Content }) {
  switch (content.type) {
    case "messages":
      return <Messages messages={content.messages} />;
    case "text":
      return <Prose text={content.text} />;
    case "code":
      return <SourceCode workspace={workspace} file={content.file} />;
    case "files":
      return (
        <section aria-label="Files" className="border-t border-line px-4 py-3">
          {content.files.map((file) => (
            <ContentFile key={file.name} workspace={workspace} file={file} />
          ))}
        </section>
      );
    case "table":
      return (
        <section
          aria-label="Rows"
          className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line px-4 py-3 text-small"
        >
          <Table2 size={15} strokeWidth={1.7} aria-hidden="true" className="text-ink-2" />
          <span className="min-w-0">
            The rows are in the table <span className="text-code [overflow-wrap:anywhere]">{content.digest}</span>
          </span>
          <Button asChild size="small">
            <Link href={`/${workspace.slug}/tables?${new URLSearchParams({ digest: content.digest })}`}>
              Open the table
            </Link>
          </Button>
        </section>
      );
    case "json":
      return null;
  }
}

/** The messages of a prompt, in their order: who speaks, then the text with its own line breaks. */
function Messages({ messages }: { messages: readonly PromptMessage[] }) {
  return (
    <section aria-label="Messages" className="border-t border-line px-4 py-3">
      <ol className="grid gap-3">
        {messages.map(({ role, text }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: messages are told apart by nothing but their place
            key={index}
            className="relative pl-5 before:absolute before:top-2 before:bottom-0 before:left-[3px] before:w-px before:bg-line-strong"
          >
            <span
              aria-hidden="true"
              className="absolute top-1.5 left-0 size-[7px] rounded-full border-[1.5px] border-ink-3 bg-bg"
            />
            <b className="text-small">{role}</b>
            <p className="text-read whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Prose({ text }: { text: string }) {
  return (
    <section aria-label="Text" className="border-t border-line px-4 py-3">
      <p className="text-read whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</p>
    </section>
  );
}
