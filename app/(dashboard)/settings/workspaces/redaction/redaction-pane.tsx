"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { openedLater } from "@/components/dialog/opened-later";
import { useHasRole } from "@/components/session/use-role";
import { FailureState } from "@/components/state/failure-state";
import { UnsupportedState } from "@/components/state/unsupported-state";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { RedactionRule } from "@/lib/api/contract/admin/redaction";
import type { Workspace } from "@/lib/workspace/workspace";
import type { RedactionRules } from "./prepare-redaction";
import { RulesList } from "./rules-list";

const RuleDialog = openedLater(async () => (await import("./rule-dialog")).RuleDialog);

type RedactionPaneProps = { workspace: Workspace; onClose: () => void };

/** The rules that act on what a project stores. Each user may read them; admins set them, on this service only. */
export function RedactionPane({ workspace, onClose }: RedactionPaneProps) {
  const { connectionId, connectionName, projectId, slug } = workspace;
  const isAdmin = useHasRole("admin", workspace);
  const query = useQuery(serviceQuery(connectionId, "redaction.read", { project_id: projectId }));
  const retry = () => void query.refetch();
  let content: ReactNode;
  if (query.data !== undefined && isAdmin !== undefined) {
    content = <Rules workspace={workspace} stored={query.data} isAdmin={isAdmin} />;
  } else if (query.isError) {
    const failure = failureOf(query.error);
    content =
      failure.kind === "unsupported" ? (
        <UnsupportedState connectionName={connectionName} what="redaction" operation="redaction.read" onRetry={retry}>
          . Calls are stored there as they are sent.
        </UnsupportedState>
      ) : (
        <FailureState failure={failure} onRetry={retry} isRetrying={query.isFetching} />
      );
  } else {
    content = (
      <div role="status" aria-label="Loading the rules" className="grid gap-3 px-4 py-2 max-md:px-3">
        <Skeleton className="w-40" />
        <Skeleton className="w-52" />
      </div>
    );
  }
  return (
    <section aria-label={`Redaction of ${slug}`} className="flex min-h-0 flex-col overflow-auto">
      <header className="flex h-[42px] flex-none items-center gap-2 pr-2 pl-4 max-md:pl-3">
        {/* On a phone it lies below the list: the focus scrolls to it. */}
        <h2 ref={focusOnce} tabIndex={-1} className="min-w-0 grow truncate font-medium outline-none">
          Redaction of {slug}
        </h2>
        <Button kind="ghost" size="icon-small" aria-label="Close the redaction" onClick={onClose}>
          <X size={14} strokeWidth={1.7} aria-hidden="true" />
        </Button>
      </header>
      {content}
    </section>
  );
}

type RulesProps = { workspace: Workspace; stored: RedactionRules; isAdmin: boolean };

function Rules({ workspace, stored, isAdmin }: RulesProps) {
  const [edited, setEdited] = useState<{ rule: RedactionRule | null } | null>(null);
  const isOwn = workspace.connectionId === "local";
  const isEditable = isAdmin && isOwn;
  return (
    <>
      <p className="px-4 pb-2.5 text-small text-ink-2 max-md:px-3">
        Rules remove or hash values of calls and feedback before they are stored. They act on what arrives from now on,
        not on what is stored already. Objects, tables, files and training data are stored as they are sent.
      </p>
      {isEditable ? null : (
        <p className="px-4 pb-2.5 text-small text-ink-3 max-md:px-3">
          {isOwn
            ? "Only admins can change the rules."
            : `An admin of ${workspace.connectionName} can change them in its own dashboard.`}
        </p>
      )}
      {isEditable ? (
        <div className="px-4 pb-3 max-md:px-3">
          <Button
            icon={<Plus size={14} strokeWidth={1.7} aria-hidden="true" />}
            onClick={() => setEdited({ rule: null })}
          >
            Add rule
          </Button>
        </div>
      ) : null}
      {stored.rules.length === 0 ? (
        <p className="px-4 pb-4 text-small text-ink-3 max-md:px-3">No rules: everything is stored as it is sent.</p>
      ) : (
        <RulesList
          workspace={workspace}
          stored={stored}
          isEditable={isEditable}
          onEdit={(rule) => setEdited({ rule })}
        />
      )}
      {edited === null ? null : (
        <RuleDialog workspace={workspace} stored={stored} rule={edited.rule} onClose={() => setEdited(null)} />
      )}
    </>
  );
}

function focusOnce(heading: HTMLHeadingElement | null) {
  heading?.focus();
}
