"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Select } from "@/components/form/select";
import { Switch } from "@/components/form/switch";
import { useHasRole } from "@/components/session/use-role";
import { OneTimeSecret } from "@/components/settings/one-time-secret";
import { useChange } from "@/components/settings/use-change";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { appQuery, appQueryKey, callApp } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import { SHARE_LIFETIMES_DAYS } from "@/lib/api/contract/app/share-links";
import { countOf } from "@/lib/format/count";
import type { SharedContent } from "./shared-content";

const USUAL_LIFETIME_DAYS = 7;
const LIFETIMES = SHARE_LIFETIMES_DAYS.map((days) => ({ value: String(days), label: countOf(days, "day") }));

/** Creates a link and shows it once; says why where none can be created, and lets an admin allow it. */
export function ShareLinkForm(content: SharedContent) {
  const list = useQuery(appQuery("shareLinks.list", {}));
  const isMember = useHasRole("member");
  const isAdmin = useHasRole("admin");
  const [lifetimeDays, setLifetimeDays] = useState(USUAL_LIFETIME_DAYS);
  const queryClient = useQueryClient();
  const { workspace, kind, targetId, title } = content;
  const create = useMutation({
    mutationFn: () => callApp("shareLinks.create", { workspaceId: workspace.id, kind, targetId, title, lifetimeDays }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: appQueryKey("shareLinks.list") }),
    // The response contains the link: it is not cached after this dialog closes.
    gcTime: 0,
  });
  const isAllowed = list.data?.workspaces.find(({ id }) => id === workspace.id)?.isSharingAllowed;
  if (create.data) {
    return (
      <Part>
        <OneTimeSecret what="link" text={create.data.url} />
        <p className="text-small text-ink-2">
          Everyone with this link can read the {kind} for {countOf(lifetimeDays, "day")}.{" "}
          <Settings>Settings → Share links</Settings> lists and revokes it.
        </p>
      </Part>
    );
  }
  if (list.isError) {
    return (
      <Part>
        <Callout tone="err">{failureOf(list.error).message}</Callout>
        <Button size="small" className="w-fit" isBusy={list.isFetching} onClick={() => void list.refetch()}>
          Retry
        </Button>
      </Part>
    );
  }
  if (isAllowed === undefined) {
    return (
      <Part>
        <Skeleton className="h-8" />
      </Part>
    );
  }
  if (isMember === false) return <Part>You are a viewer. Members can create links.</Part>;
  if (!isAllowed) {
    return (
      <Part>
        <p>
          Links are off in the workspace {workspace.slug}.
          {isAdmin ? "" : " An admin can allow them here or under Settings → Share links."}
        </p>
        {isAdmin ? <AllowLinks workspace={workspace} /> : null}
      </Part>
    );
  }
  return (
    <Part>
      <p>Everyone with the link can read this {kind} without signing in, until the link ends or is revoked.</p>
      <div className="flex flex-wrap items-center gap-2">
        <Select
          label="Valid for"
          value={String(lifetimeDays)}
          options={LIFETIMES}
          onChange={(value) => setLifetimeDays(Number(value))}
          className="w-[110px]"
        />
        <Button kind="primary" isBusy={create.isPending} onClick={() => create.mutate()}>
          Create link
        </Button>
      </div>
      {create.isError ? <Callout tone="err">{failureOf(create.error).message}</Callout> : null}
    </Part>
  );
}

/** Allows links where they are needed; the form to create one then takes its place. */
function AllowLinks({ workspace: { id, slug } }: Pick<SharedContent, "workspace">) {
  const allow = useChange({
    operation: "shareLinks.setAllowed",
    doneMessage: () => ({ text: `Links allowed in ${slug}` }),
    onDone: () => undefined,
  });
  return (
    <>
      <Switch
        isOn={allow.isPending}
        isDisabled={allow.isPending}
        label={`Allow links in ${slug}`}
        onChange={(isAllowed) => allow.mutate({ workspaceId: id, isAllowed })}
      />
      <p>Members of the workspace can then create links, too. Turning links off again stops all of them at once.</p>
      {allow.isError ? <Callout tone="err">{failureOf(allow.error).message}</Callout> : null}
    </>
  );
}

function Part({ children }: { children: ReactNode }) {
  return (
    <section aria-label="Link" className="grid gap-2 text-small text-ink-2">
      <h3 className="text-base font-medium text-ink">Link</h3>
      {children}
    </section>
  );
}

function Settings({ children }: { children: ReactNode }) {
  return (
    <Link href="/settings/sharing" className="text-accent-text underline">
      {children}
    </Link>
  );
}
