import { useQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { useState } from "react";
import { scopedMessages, withMessages } from "@/app/(dashboard)/[workspace]/playground/draft/draft-changes";
import type { DraftReplacing, ScopedEditing } from "@/app/(dashboard)/[workspace]/playground/draft/draft-editing";
import { withPrompt } from "@/app/(dashboard)/[workspace]/playground/draft/with-prompt";
import { readPrompt } from "@/app/(dashboard)/[workspace]/playground/open/read-prompt";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { Skeleton } from "@/components/ui/skeleton";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import type { Workspace } from "@/lib/workspace/workspace";

const MAX_PROMPTS = 200;

/** The draft that a stored prompt is loaded into. */
export interface PromptFilling extends DraftReplacing, Pick<ScopedEditing, "draft" | "scope"> {
  readonly workspace: Workspace;
}

/** Fills the messages with a prompt that is stored in the workspace. */
export function PromptMenu({ playground }: { playground: PromptFilling }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover
      label="Prompts in this workspace"
      align="end"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className="w-[300px] max-w-[calc(100vw-24px)]"
      trigger={
        <Button kind="ghost" size="small" icon={<ScrollText size={12} strokeWidth={1.7} aria-hidden="true" />}>
          Prompt
        </Button>
      }
    >
      <PromptList playground={playground} onDone={() => setIsOpen(false)} />
    </Popover>
  );
}

function PromptList({ playground, onDone }: { playground: PromptFilling; onDone: () => void }) {
  const { workspace, draft, scope, replace } = playground;
  const query = useQuery(
    serviceQuery(workspace.connectionId, "objs.query", {
      project_id: workspace.projectId,
      filter: { base_object_classes: ["Prompt"], latest_only: true },
      limit: MAX_PROMPTS,
    }),
  );
  if (query.isPending) return <Skeleton className="m-2 w-40" />;
  if (query.isError) {
    const failure = failureOf(query.error);
    const text = failure.kind === "unsupported" ? "This connection does not list objects." : failure.message;
    return <p className="p-2 text-err">{text}</p>;
  }
  const prompts = query.data.objs.flatMap((version) => promptOf(version));
  if (prompts.length === 0) {
    return <p className="p-2 text-ink-2">No prompts yet. Publish one with a Weave SDK.</p>;
  }
  return (
    <ul>
      {prompts.map(({ name, version, messages }) => (
        <li key={name}>
          <button
            type="button"
            onClick={() => {
              const prompted = withPrompt(scopedMessages(draft, scope) ?? draft.messages, messages);
              replace(withMessages(draft, scope, prompted.messages), `the prompt ${name}:v${version}`, prompted.lost);
              onDone();
            }}
            className="flex h-[26px] w-full items-center gap-2 rounded-chip px-2 text-left hover:bg-hover max-md:h-9"
          >
            <span className="min-w-0 truncate text-code">{name}</span>
            <span className="ml-auto flex-none text-ink-3">v{version}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function promptOf({ object_id, version_index, val }: ObjectVersion) {
  const messages = readPrompt(val);
  return messages ? [{ name: object_id, version: version_index, messages }] : [];
}
