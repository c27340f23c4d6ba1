"use client";

import { useState } from "react";
import { columnOf, withRequest } from "@/app/(dashboard)/[workspace]/playground/draft/draft-changes";
import type { DraftReplacing, ScopedEditing } from "@/app/(dashboard)/[workspace]/playground/draft/draft-editing";
import type { BuiltInputs } from "@/app/(dashboard)/[workspace]/playground/draft/prepare-inputs";
import { TextBox } from "@/app/(dashboard)/[workspace]/playground/form/text-box";
import { ViewDialog } from "@/components/dialog/view-dialog";
import { Segmented } from "@/components/form/segmented";
import { useBaseUrl } from "@/components/session/use-base-url";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import type { Workspace } from "@/lib/workspace/workspace";
import { type CodeForm, codeOf } from "./prepare-code";
import { readPasted } from "./read-pasted";

/** The request that is copied as code. */
interface CopiedRequest extends Pick<ScopedEditing, "draft" | "scope"> {
  readonly workspace: Workspace;
  /** The request of each column, by its key. */
  readonly built: ReadonlyMap<string, BuiltInputs>;
}

/** The request that a pasted one replaces. */
type PastedOver = DraftReplacing & Pick<ScopedEditing, "draft">;

type CodeDialogProps = {
  playground: CopiedRequest & PastedOver;
  onClose: () => void;
};

/** Shows the request as code, and reads code as the request. */
export function CodeDialog({ playground, onClose }: CodeDialogProps) {
  const [side, setSide] = useState<"copy" | "paste">("copy");
  return (
    <ViewDialog
      title="As code"
      description={
        <Segmented
          label="Direction"
          size="small"
          value={side}
          segments={[
            { value: "copy", label: "Copy request" },
            { value: "paste", label: "Paste request" },
          ]}
          onChange={setSide}
        />
      }
      size="large"
      onClose={onClose}
    >
      {side === "copy" ? <CopySide playground={playground} /> : <PasteSide playground={playground} onDone={onClose} />}
    </ViewDialog>
  );
}

function CopySide({ playground }: { playground: CopiedRequest }) {
  const { draft, scope, built, workspace } = playground;
  const [form, setForm] = useState<CodeForm>("json");
  const baseUrl = useBaseUrl(workspace.connectionId);
  const column = columnOf(draft, scope) ?? draft.columns[0];
  const request = column ? built.get(column.key) : undefined;
  if (!column || !request) return null;
  const text = codeOf(form, {
    baseUrl,
    projectId: workspace.projectId,
    inputs: request.inputs,
    isTracked: draft.isTracked,
  });
  return (
    <div className="grid min-w-0 gap-2">
      <div className="flex items-center gap-2">
        <Segmented
          label="Form"
          size="small"
          value={form}
          segments={[
            { value: "json", label: "JSON" },
            { value: "curl", label: "curl" },
            { value: "python", label: "Python" },
          ]}
          onChange={setForm}
        />
        <span className="min-w-0 truncate text-small text-ink-3">
          {draft.columns.length > 1 ? `from ${column.model === "" ? "the first column" : column.model}` : ""}
        </span>
        <span className="ml-auto">
          <CopyButton text={text} label="Copy request" copiedMessage="Request copied" />
        </span>
      </div>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
        tabIndex={0}
        className="max-h-[56vh] overflow-auto rounded-control bg-sunken p-2.5 text-code leading-[18px]"
      >
        {text}
      </pre>
      {request.problems.length > 0 ? (
        <p className="text-small text-warn">Invalid fields are omitted. Fix the marked fields first.</p>
      ) : null}
    </div>
  );
}

function PasteSide({ playground, onDone }: { playground: PastedOver; onDone: () => void }) {
  const [text, setText] = useState("");
  const pasted = text.trim() === "" ? null : readPasted(text);
  return (
    <div className="grid min-w-0 gap-2">
      <TextBox
        label="Request to paste"
        value={text}
        isMono
        spellCheck={false}
        placeholder="Paste JSON, a curl command or a Python call. OpenAI, Anthropic and Google formats are supported."
        onChange={setText}
        className="max-h-[52vh] min-h-60 rounded-control border border-line-strong bg-sunken px-2.5 py-2 focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-focus"
      />
      <div className="flex items-center gap-2">
        <p role="status" className="min-w-0 flex-1 text-small text-ink-2 [overflow-wrap:anywhere]">
          {pasted === null ? "Replaces the current request. You can restore it afterwards." : null}
          {pasted?.kind === "broken" ? <span className="text-err">{pasted.message}</span> : null}
          {pasted?.kind === "request" && pasted.read.unsupported.length > 0
            ? `${pasted.read.unsupported.length} not supported and omitted.`
            : null}
        </p>
        <Button
          kind="primary"
          disabled={pasted?.kind !== "request"}
          onClick={() => {
            if (pasted?.kind !== "request") return;
            playground.replace(
              withRequest(playground.draft, pasted.read, null),
              "pasted code",
              pasted.read.unsupported,
            );
            onDone();
          }}
        >
          Load request
        </Button>
      </div>
    </div>
  );
}
