"use client";

import { Pencil } from "lucide-react";
import { useState } from "react";
import { keyOf } from "@/app/(dashboard)/[workspace]/objects/versions/describe-version";
import { JsonViewer } from "@/components/json/json-viewer";
import { useHasRole } from "@/components/session/use-role";
import { Button } from "@/components/ui/button";
import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import { formatBytes } from "@/lib/format/bytes";
import { classNames } from "@/lib/style/class-names";
import type { Workspace } from "@/lib/workspace/workspace";
import { MAX_EDITABLE_CHARACTERS } from "./prepare-edit";
import { draftKey, hasDraft, ValueEditor } from "./value-editor";

type ValueSectionProps = {
  workspace: Workspace;
  version: ObjectVersion;
  /** True when the value is already shown above and only editing is offered. */
  isShown: boolean;
  onPublished: (digest: string) => void;
};

/** The stored value, and the editor for publishing a changed value. */
export function ValueSection({ workspace, version, isShown, onPublished }: ValueSectionProps) {
  const object = keyOf(version);
  const draft = draftKey(workspace, object, version.digest);
  const [isEditing, setIsEditing] = useState(() => hasDraft(draft));
  const isMember = useHasRole("member");
  const isBig = (version.size_bytes ?? 0) > MAX_EDITABLE_CHARACTERS;
  return (
    <section
      aria-label="Value"
      className={classNames("flex flex-col border-t border-line", (isEditing || !isShown) && "min-h-72 flex-1")}
    >
      <div className="flex h-9 flex-none items-center gap-2 pr-3 pl-4">
        <h3 className="text-micro font-medium text-ink-3">Value</h3>
        {object.kind === "op" || isEditing ? null : (
          <span className="ml-auto flex items-center gap-2 text-micro text-ink-3">
            {isMember === false
              ? "Members and admins can edit"
              : isBig
                ? `Values above ${formatBytes(MAX_EDITABLE_CHARACTERS)} cannot be edited here`
                : ""}
            <Button
              kind="ghost"
              size="small"
              disabled={!isMember || isBig}
              icon={<Pencil size={12} strokeWidth={2} aria-hidden="true" />}
              onClick={() => setIsEditing(true)}
            >
              Edit
            </Button>
          </span>
        )}
      </div>
      {isEditing ? (
        <ValueEditor
          workspace={workspace}
          object={object}
          draft={draft}
          stored={version.val}
          onCancel={() => setIsEditing(false)}
          onPublished={onPublished}
        />
      ) : isShown ? null : (
        <JsonViewer label="val" value={version.val} isFilling />
      )}
    </section>
  );
}
