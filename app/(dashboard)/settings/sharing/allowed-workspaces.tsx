"use client";

import { Switch } from "@/components/form/switch";
import { usePerson } from "@/components/session/use-person";
import { useWorkspaces } from "@/components/session/use-workspace";
import { useChange } from "@/components/settings/use-change";
import { Callout } from "@/components/ui/callout";
import { failureOf } from "@/lib/api/client/request-failure";
import { reachesRole } from "@/lib/workspace/person";
import type { SharingWorkspace } from "./prepare-share-links";

const nothing = () => undefined;

/** A switch for each workspace, which only its admins can use. */
export function AllowedWorkspaces({ workspaces }: { workspaces: readonly SharingWorkspace[] }) {
  const person = usePerson();
  const { workspaces: listed } = useWorkspaces();
  const isAdminOf = (id: string) =>
    reachesRole(
      person,
      "admin",
      listed.find((each) => each.id === id),
    ) === true;
  const change = useChange({
    operation: "shareLinks.setAllowed",
    doneMessage: ({ workspace: { slug, isSharingAllowed } }) => ({
      text: isSharingAllowed ? `Links allowed in ${slug}` : `Links stopped in ${slug}`,
    }),
    onDone: nothing,
  });
  return (
    <section aria-labelledby="sharing-allowed" className="grid gap-2 border-b border-line px-4 py-3 max-md:px-3">
      <h2 id="sharing-allowed" className="font-medium">
        Workspaces
      </h2>
      <p className="max-w-[720px] text-small text-ink-2">
        Where links are on, members can create links that show one trace or thread to people without an account, until
        the link ends. Turning a workspace off stops its links at once.
        {workspaces.every(({ id }) => isAdminOf(id)) ? null : " Only an admin of a workspace can change this."}
      </p>
      {workspaces.length === 0 ? <p className="text-small text-ink-2">No workspaces yet.</p> : null}
      <ul className="flex flex-wrap gap-x-6 gap-y-2 text-small">
        {workspaces.map(({ id, slug, isSharingAllowed }) => (
          <li key={id}>
            <Switch
              isOn={isSharingAllowed}
              isDisabled={!isAdminOf(id) || change.isPending}
              label={slug}
              onChange={(isAllowed) => change.mutate({ workspaceId: id, isAllowed })}
            />
          </li>
        ))}
      </ul>
      {change.isError ? <Callout tone="err">{failureOf(change.error).message}</Callout> : null}
    </section>
  );
}
