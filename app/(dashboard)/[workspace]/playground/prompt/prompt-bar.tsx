"use client";

import { Save, ScrollText, X } from "lucide-react";
import { useState } from "react";
import type { DraftPrompt } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { scopedMessages } from "@/app/(dashboard)/[workspace]/playground/draft/draft-changes";
import { linkedCount } from "@/app/(dashboard)/[workspace]/playground/draft/prompt-link";
import { openedLater } from "@/components/dialog/opened-later";
import { useHasRole } from "@/components/session/use-role";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Tag } from "@/components/ui/tag";
import { objectHref } from "@/lib/object/object-key";
import type { Workspace } from "@/lib/workspace/workspace";
import type { PromptSaving } from "./prompt-saving";

const SavePromptDialog = openedLater(async () => (await import("./save-prompt-dialog")).SavePromptDialog);

/** The stored prompt that the messages came from, whether they still are its own, and the way to save them. */
export function PromptBar({ playground }: { playground: PromptSaving }) {
  const { workspace, draft, scope, change } = playground;
  const { prompt } = draft;
  const isMember = useHasRole("member");
  const [isSaving, setIsSaving] = useState(false);
  const isEdited = linkedCount(scopedMessages(draft, scope) ?? draft.messages, prompt) === 0;
  return (
    <div className="flex h-8 min-w-0 items-center gap-2 border-t border-line bg-sunken pr-2 pl-4 text-small max-md:h-10 max-md:pl-3">
      <ScrollText size={12} strokeWidth={1.7} aria-hidden="true" className="flex-none text-ink-3" />
      {prompt === null ? (
        <span className="truncate text-ink-3">Not a stored prompt</span>
      ) : (
        <LinkedPrompt workspace={workspace} prompt={prompt} isEdited={isEdited} />
      )}
      {prompt !== null && playground.referencesPrompts === false ? (
        <span
          className="truncate text-ink-3"
          title="This service does not accept prompt refs, so calls do not reference the version and do not count in its figures."
        >
          calls not linked
        </span>
      ) : null}
      <span className="ml-auto flex flex-none items-center gap-1">
        <Button
          kind="ghost"
          size="small"
          disabled={isMember !== true}
          title={isMember === false ? "You are a viewer. Members and admins can save prompts." : undefined}
          icon={<Save size={12} strokeWidth={1.7} aria-hidden="true" />}
          onClick={() => setIsSaving(true)}
        >
          {prompt === null ? "Save as prompt" : "Save next version"}
        </Button>
        {prompt === null ? null : (
          <Button
            kind="ghost"
            size="icon-small"
            aria-label={`Unlink ${prompt.objectId}`}
            title="Unlink: the messages stay"
            onClick={() => change((before) => ({ ...before, prompt: null }))}
          >
            <X size={12} strokeWidth={1.7} aria-hidden="true" />
          </Button>
        )}
      </span>
      {isSaving ? <SavePromptDialog playground={playground} onClose={() => setIsSaving(false)} /> : null}
    </div>
  );
}

type LinkedPromptProps = { workspace: Workspace; prompt: DraftPrompt; isEdited: boolean };

function LinkedPrompt({ workspace, prompt, isEdited }: LinkedPromptProps) {
  const { objectId, digest, versionIndex } = prompt;
  const href = objectHref(workspace.slug, { kind: "object", id: objectId }, digest);
  return (
    <>
      <Link href={href} title={`${objectId} v${versionIndex}`} className="min-w-0 truncate text-code hover:underline">
        {objectId}
      </Link>
      <span className="flex-none text-ink-3">v{versionIndex}</span>
      {isEdited ? <Tag tone="warn">edited</Tag> : null}
    </>
  );
}
