import { useQuery } from "@tanstack/react-query";
import { ChevronRight, ScrollText } from "lucide-react";
import { useState } from "react";
import { scopedMessages, withMessages } from "@/app/(dashboard)/[workspace]/playground/draft/draft-changes";
import type { DraftReplacing, ScopedEditing } from "@/app/(dashboard)/[workspace]/playground/draft/draft-editing";
import { withPrompt } from "@/app/(dashboard)/[workspace]/playground/draft/with-prompt";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { Skeleton } from "@/components/ui/skeleton";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { Workspace } from "@/lib/workspace/workspace";
import { PromptVersions } from "./prompt-versions";
import { useLoadPrompt } from "./use-load-prompt";

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
      className="max-h-[60vh] w-[300px] max-w-[calc(100vw-24px)] overflow-auto"
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
  const [opened, setOpened] = useState<string | null>(null);
  const query = useQuery(
    serviceQuery(workspace.connectionId, "objs.query", {
      project_id: workspace.projectId,
      filter: { base_object_classes: ["Prompt"], latest_only: true },
      metadata_only: true,
      limit: MAX_PROMPTS,
    }),
  );
  const loading = useLoadPrompt(workspace, ({ messages, link, lost }) => {
    const prompted = withPrompt(scopedMessages(draft, scope) ?? draft.messages, messages);
    const next = { ...withMessages(draft, scope, prompted.messages), prompt: link };
    replace(next, `the prompt ${link.objectId}:v${link.versionIndex}`, [...lost, ...prompted.lost]);
    onDone();
  });
  if (query.isPending) return <Skeleton className="m-2 w-40" />;
  if (query.isError) {
    const failure = failureOf(query.error);
    const text = failure.kind === "unsupported" ? "This connection does not list objects." : failure.message;
    return <p className="p-2 text-err">{text}</p>;
  }
  const prompts = query.data.objs.map(({ object_id: name, version_index: version, digest }) => ({
    name,
    version,
    digest,
  }));
  if (prompts.length === 0) {
    return (
      <p className="p-2 text-ink-2">No prompts yet. Save these messages as one, or publish one with a Weave SDK.</p>
    );
  }
  return (
    <>
      {loading.problem === null ? null : (
        <p role="alert" className="p-2 text-err">
          {loading.problem}
        </p>
      )}
      {opened !== null ? (
        <PromptVersions workspace={workspace} name={opened} loading={loading} onBack={() => setOpened(null)} />
      ) : (
        <ul>
          {prompts.map(({ name, version, digest }) => (
            <li key={name} className="flex items-center">
              <button
                type="button"
                disabled={loading.isLoading}
                onClick={() => loading.load({ name, version: digest })}
                className="flex h-[26px] min-w-0 flex-1 items-center rounded-chip px-2 text-left hover:bg-hover disabled:text-ink-3 max-md:h-9"
              >
                <span className="min-w-0 truncate text-code">{name}</span>
              </button>
              <Button
                kind="ghost"
                size="small"
                aria-label={`Versions of ${name}, latest v${version}`}
                onClick={() => setOpened(name)}
              >
                <span className="font-normal text-ink-3">v{version}</span>
                <ChevronRight size={12} strokeWidth={2} aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
