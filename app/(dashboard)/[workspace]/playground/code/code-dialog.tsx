"use client";

import { useState } from "react";
import { columnOf, withRequest } from "@/app/(dashboard)/[workspace]/playground/draft/draft-changes";
import type { DraftReplacing, ScopedEditing } from "@/app/(dashboard)/[workspace]/playground/draft/draft-editing";
import type { BuiltInputs } from "@/app/(dashboard)/[workspace]/playground/draft/prepare-inputs";
import { TextBox } from "@/app/(dashboard)/[workspace]/playground/form/text-box";
import { Segmented } from "@/components/form/segmented";
import { useBaseUrl } from "@/components/session/use-base-url";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import type { Workspace } from "@/lib/workspace/workspace";
import { type CodeForm, codeOf } from "./prepare-code";
import { readPasted } from "./read-pasted";

/** The request that is copied as code. */
interface CopiedRequest extends Pick<ScopedEditing, "draft" | "scope"> {
  readonly workspace: Workspace;
  /** What each column sends, by its key. */
  readonly built: ReadonlyMap<string, BuiltInputs>;
}

/** The request that a pasted one takes the place of. */
type PastedOver = DraftReplacing & Pick<ScopedEditing, "draft">;

type CodeDialogProps = {
  playground: CopiedRequest & PastedOver;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** The request as code, and code as the request. */
export function CodeDialog({ playground, isOpen, onOpenChange }: CodeDialogProps) {
  const [side, setSide] = useState<"copy" | "paste">("copy");
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="As code"
      description={
        <Segmented
          label="Direction"
          size="small"
          value={side}
          segments={[
            { value: "copy", label: "Copy the request" },
            { value: "paste", label: "Paste a request" },
          ]}
          onChange={setSide}
        />
      }
      className="top-[8vh] max-h-[84vh] w-[min(720px,calc(100vw-24px))]"
    >
      {side === "copy" ? (
        <CopySide playground={playground} />
      ) : (
        <PasteSide playground={playground} onDone={() => onOpenChange(false)} />
      )}
    </Dialog>
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
          {draft.columns.length > 1 ? `of ${column.model === "" ? "the first column" : column.model}` : ""}
        </span>
        <span className="ml-auto">
          <CopyButton text={text} label="Copy the request" said="Request copied" />
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
        <p className="text-small text-warn">Without what cannot be read yet: mend the marked places first.</p>
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
        label="A request"
        value={text}
        isMono
        spellCheck={false}
        placeholder="A request as JSON, a curl command, or a call in Python. OpenAI, Anthropic and Google forms are read."
        onChange={setText}
        className="max-h-[52vh] min-h-60 rounded-control border border-line-strong bg-sunken px-2.5 py-2 focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-focus"
      />
      <div className="flex items-center gap-2">
        <p role="status" className="min-w-0 flex-1 text-small text-ink-2 [overflow-wrap:anywhere]">
          {pasted === null ? "It takes the place of what is written, which can be had back." : null}
          {pasted?.kind === "broken" ? <span className="text-err">{pasted.message}</span> : null}
          {pasted?.kind === "request" && pasted.read.unsupported.length > 0
            ? `Without ${pasted.read.unsupported.length} that have no place here.`
            : null}
        </p>
        <Button
          kind="primary"
          disabled={pasted?.kind !== "request"}
          onClick={() => {
            if (pasted?.kind !== "request") return;
            playground.replace(
              withRequest(playground.draft, pasted.read, null),
              "what was pasted",
              pasted.read.unsupported,
            );
            onDone();
          }}
        >
          Fill the form
        </Button>
      </div>
    </div>
  );
}
