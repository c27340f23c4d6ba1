"use client";

import type { ObjectPaneProps } from "@/app/(dashboard)/[workspace]/objects/versions/object-pane-props";
import { useBaseUrl } from "@/components/session/use-base-url";
import { PaneState } from "@/components/state/pane-state";
import { CopyButton } from "@/components/ui/copy-button";
import { objectRef } from "@/lib/object/object-ref";
import { readSnippets } from "./prepare-snippets";

/** Programs that read the selected version. */
export function SnippetsTab({ workspace, object, chosen, marks }: ObjectPaneProps) {
  const baseUrl = useBaseUrl(workspace.connectionId);
  const { digest } = chosen;
  if (digest === null) {
    return (
      <PaneState kind="no-match" title="Version not found">
        Choose a stored version to see how programs read it.
      </PaneState>
    );
  }
  const ref = objectRef(workspace.projectId, object, digest);
  const snippets = readSnippets({ baseUrl, projectId: workspace.projectId, object, digest });
  return (
    <div className="min-h-0 flex-1 overflow-auto px-4 py-3">
      <Block name="Ref" text={ref} copiedMessage="Ref copied" />
      {snippets.map(({ id, name, text }) => (
        <Block key={id} name={name} text={text} copiedMessage="Program copied" />
      ))}
      <p className="text-small text-ink-2">
        A ref always names this version. With <span className="text-code">latest</span> in place of the digest, a
        program reads the newest version
        {marks.isSupported ? ", and with an alias the version it points to at that time" : ""}.
      </p>
    </div>
  );
}

function Block({ name, text, copiedMessage }: { name: string; text: string; copiedMessage: string }) {
  return (
    <section aria-label={name} className="mb-3">
      <h3 className="mb-1 text-micro font-medium text-ink-3">{name}</h3>
      <div className="flex rounded-control border border-line bg-sunken">
        <pre className="min-w-0 grow px-3 py-2 text-code leading-[18px] whitespace-pre-wrap [overflow-wrap:anywhere]">
          {text}
        </pre>
        <span className="m-1 flex-none">
          <CopyButton text={text} label={`Copy: ${name}`} copiedMessage={copiedMessage} />
        </span>
      </div>
    </section>
  );
}
