import { useQuery } from "@tanstack/react-query";
import { ChevronLeft } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { Tag } from "@/components/ui/tag";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import { serviceQuery } from "@/lib/api/client/service-query";
import { serviceQueryKey } from "@/lib/api/client/service-query-key";
import type { Workspace } from "@/lib/workspace/workspace";
import type { PromptLoading } from "./use-load-prompt";

const MAX_VERSIONS = 200;

type PromptVersionsProps = { workspace: Workspace; name: string; loading: PromptLoading; onBack: () => void };

/** The versions of one prompt, newest first, with their aliases. */
export function PromptVersions({ workspace, name, loading, onBack }: PromptVersionsProps) {
  const { connectionId, projectId } = workspace;
  const query = { project_id: projectId };
  const aliases = useQuery({
    queryKey: serviceQueryKey(connectionId, "aliases.list", query),
    queryFn: ({ signal }) => callOperation(connectionId, "aliases.list", { query, signal }),
  });
  // A service without aliases gets a request without them.
  const hasAliases = (aliases.data?.aliases.length ?? 0) > 0;
  const versions = useQuery({
    ...serviceQuery(connectionId, "objs.query", {
      project_id: projectId,
      filter: { object_ids: [name], is_op: false },
      metadata_only: true,
      sort_by: [{ field: "created_at", direction: "desc" }],
      limit: MAX_VERSIONS,
      ...(hasAliases ? { include_tags_and_aliases: true } : {}),
    }),
    enabled: !aliases.isPending,
  });
  return (
    <>
      <div className="flex items-center gap-1 pb-1">
        <Button kind="ghost" size="icon-small" aria-label="All prompts" onClick={onBack}>
          <ChevronLeft size={14} strokeWidth={1.7} aria-hidden="true" />
        </Button>
        <span className="min-w-0 truncate text-code">{name}</span>
      </div>
      {versions.isError ? (
        <p role="alert" className="p-2 text-err">
          {failureOf(versions.error).message}
        </p>
      ) : versions.data === undefined ? (
        <Skeleton className="m-2 w-40" />
      ) : (
        <ul aria-label={`Versions of ${name}`}>
          {versions.data.objs.map(({ digest, version_index: index, is_latest: isLatest, aliases: set }) => (
            <li key={digest}>
              <button
                type="button"
                disabled={loading.isLoading}
                onClick={() => loading.load({ name, version: digest })}
                className="flex h-[26px] w-full items-center gap-1.5 rounded-chip px-2 text-left hover:bg-hover disabled:text-ink-3 max-md:h-9"
              >
                <span className="font-medium">v{index}</span>
                {isLatest === 1 ? <Tag tone="ok">latest</Tag> : null}
                {(set ?? [])
                  .filter((alias) => alias !== "latest")
                  .map((alias) => (
                    <Tag key={alias} tone="run" className="min-w-0 shrink">
                      <span className="truncate">{alias}</span>
                    </Tag>
                  ))}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
