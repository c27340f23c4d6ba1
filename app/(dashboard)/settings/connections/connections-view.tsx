"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useQueryStates } from "nuqs";
import { Fragment } from "react";
import { useHasRole } from "@/components/session/use-role";
import { useWorkspaces } from "@/components/session/use-workspace";
import { SettingsHead } from "@/components/settings/settings-head";
import { FailureState } from "@/components/state/failure-state";
import { Button } from "@/components/ui/button";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { ProgressBar } from "@/components/ui/progress-bar";
import { appQuery } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import { ConnectionsTable } from "./connections-table";
import { connectionsParams } from "./search-params";

const TestResult = partLoadedLater(async () => (await import("./connection-test-result")).TestResult);

const ConnectionForm = partLoadedLater(async () => (await import("./connection-form")).ConnectionForm);

const ConnectionEditor = partLoadedLater(async () => (await import("./connection-editor")).ConnectionEditor);

/** All connections; below them the selected one and the result of its last test. */
export function ConnectionsView() {
  const [params, setParams] = useQueryStates(connectionsParams, { history: "push" });
  const query = useQuery(appQuery("connections.list", {}));
  const { workspaces, current } = useWorkspaces();
  const isAdmin = useHasRole("admin");
  const connections = query.data?.connections ?? [];
  const chosen = connections.find((connection) => connection.id === params.connection) ?? connections[0];
  const inUseId = (current ?? workspaces[0])?.connectionId ?? null;
  return (
    <>
      <SettingsHead>
        {isAdmin === false ? (
          <span className="text-small text-ink-3 max-md:hidden">Only admins can change connections</span>
        ) : (
          <Button
            kind="primary"
            size="small"
            disabled={isAdmin === undefined}
            icon={<Plus size={14} strokeWidth={1.7} aria-hidden="true" />}
            onClick={() => void setParams({ new: true })}
          >
            <span>
              New<span className="max-md:sr-only"> connection</span>
            </span>
          </Button>
        )}
      </SettingsHead>
      {query.isPending ? <ProgressBar label="Loading connections" /> : null}
      {query.isError && query.data === undefined ? (
        <FailureState failure={failureOf(query.error)} onRetry={() => void query.refetch()} />
      ) : (
        <div className="flex min-h-0 flex-1 flex-col max-lg:overflow-auto">
          <ConnectionsTable
            connections={connections}
            chosenId={params.new ? null : (chosen?.id ?? null)}
            inUseId={inUseId}
            onChosen={(id) => void setParams({ connection: id, new: false })}
          />
          <div className="grid min-h-0 flex-1 grid-cols-[348px_minmax(0,1fr)] max-lg:flex-none max-lg:grid-cols-1">
            {params.new ? (
              <ConnectionForm
                key="new"
                connection={null}
                isEditable={isAdmin === true}
                onSaved={({ id }) => void setParams({ connection: id, new: false })}
                onMoveLeft={() => void setParams({ new: false })}
              />
            ) : chosen ? (
              <Fragment key={chosen.id}>
                <ConnectionEditor
                  connection={chosen}
                  isEditable={isAdmin === true}
                  onMoveLeft={() => void setParams({ connection: null })}
                />
                <TestResult
                  connection={chosen}
                  projectId={workspaces.find((workspace) => workspace.connectionId === chosen.id)?.projectId}
                />
              </Fragment>
            ) : null}
          </div>
        </div>
      )}
    </>
  );
}
