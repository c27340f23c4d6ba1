"use client";

import { ArrowLeft, Copy, Ellipsis, FlaskConical, Play, X } from "lucide-react";
import { evaluateHref } from "@/app/(dashboard)/[workspace]/objects/figures/prepare-version-figures";
import { classOf, isPrompt } from "@/app/(dashboard)/[workspace]/objects/versions/describe-version";
import type { ObjectPaneProps } from "@/app/(dashboard)/[workspace]/objects/versions/object-pane-props";
import { findVersion } from "@/app/(dashboard)/[workspace]/objects/versions/prepare-versions";
import { useHasRole } from "@/components/session/use-role";
import { UserName } from "@/components/session/user-name";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { Tag } from "@/components/ui/tag";
import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import { countOf } from "@/lib/format/count";
import { objectRef } from "@/lib/object/object-ref";

type PromptLinksProps = { slug: string; objectId: string; version: ObjectVersion };

/** Links to the playground and to an evaluation of a prompt's version. */
function PromptLinks({ slug, objectId, version }: PromptLinksProps) {
  const search = new URLSearchParams({ prompt: `${objectId}:${version.digest}` });
  return (
    <>
      <Button asChild size="small">
        <Link href={`/${slug}/playground?${search}`} aria-label="Open in playground">
          <Play size={13} strokeWidth={1.7} aria-hidden="true" />
          <span className="max-xl:hidden">Open in playground</span>
        </Link>
      </Button>
      <Button asChild size="small" className="max-md:hidden">
        <Link href={evaluateHref(slug, objectId, [version])} aria-label={`Evaluate v${version.version_index}`}>
          <FlaskConical size={13} strokeWidth={1.7} aria-hidden="true" />
          <span className="max-xl:hidden">Evaluate</span>
        </Link>
      </Button>
    </>
  );
}

type ObjectHeadProps = ObjectPaneProps & { onDelete: ((what: "version" | "all") => void) | null };

/** The object's name, class and number of versions, and the actions for the selected version. */
export function ObjectHead({ workspace, object, chosen, actions, onDelete }: ObjectHeadProps) {
  const isMember = useHasRole("member");
  const { pages, selected } = chosen;
  const latest = findVersion(pages.versions, "latest");
  const className = latest ? classOf(latest) : object.kind === "op" ? "Op" : null;
  const facts = [
    ...(latest?.base_object_class && latest.base_object_class !== className
      ? [`base ${latest.base_object_class}`]
      : []),
    ...(pages.versions.length > 0 ? [countOf(pages.versions.length, "version")] : []),
  ];
  const author = latest?.svc_user_id;
  return (
    <div className="flex h-(--head-h) min-w-0 flex-none items-center gap-2 pr-3 pl-4 max-md:px-3">
      <Button
        kind="ghost"
        size="icon-small"
        aria-label="Back to list"
        onClick={actions.close}
        className="-ml-1 lg:hidden"
      >
        <ArrowLeft size={16} strokeWidth={1.7} aria-hidden="true" />
      </Button>
      <h2 className="truncate text-[0.9375rem] font-medium" title={object.id}>
        {object.id}
      </h2>
      {className === null ? null : (
        <Tag tone="outline" className="max-md:hidden">
          {className}
        </Tag>
      )}
      <span className="max-w-max min-w-14 flex-[1_1_0%] truncate text-small text-ink-3 max-md:hidden">
        {facts.join(", ")}
        {author ? (
          <>
            , by{" "}
            <span className="text-ink-2">
              <UserName id={author} />
            </span>
          </>
        ) : null}
      </span>
      <div className="ml-auto flex flex-none items-center gap-1.5">
        {selected ? (
          <Button
            size="small"
            icon={<Copy size={13} strokeWidth={1.7} aria-hidden="true" />}
            onClick={() => actions.copy(objectRef(workspace.projectId, object, selected.digest), "Ref copied")}
          >
            Copy ref
          </Button>
        ) : null}
        {selected && isPrompt(selected) ? (
          <PromptLinks slug={workspace.slug} objectId={object.id} version={selected} />
        ) : null}
        <Menu
          label="More actions"
          align="end"
          trigger={
            <Button kind="ghost" size="icon-small" aria-label="More actions">
              <Ellipsis size={14} strokeWidth={1.7} aria-hidden="true" />
            </Button>
          }
        >
          {selected ? (
            <MenuItem onSelect={() => actions.copy(selected.digest, "Digest copied")}>Copy digest</MenuItem>
          ) : null}
          <MenuItem onSelect={() => actions.copy(object.id, "Name copied")}>Copy name</MenuItem>
          {onDelete && latest ? (
            <>
              <MenuSeparator />
              {selected ? (
                <MenuItem disabled={!isMember} className="text-err" onSelect={() => onDelete("version")}>
                  Delete v{selected.version_index}…
                </MenuItem>
              ) : null}
              <MenuItem disabled={!isMember} className="text-err" onSelect={() => onDelete("all")}>
                Delete all versions…
              </MenuItem>
              {isMember === false ? (
                <p className="max-w-52 px-2 pt-0.5 pb-1.5 text-micro text-ink-3">
                  You are a viewer. Members and admins can delete.
                </p>
              ) : null}
            </>
          ) : null}
        </Menu>
        <Button
          kind="ghost"
          size="icon-small"
          aria-label="Close object"
          onClick={actions.close}
          className="max-lg:hidden"
        >
          <X size={14} strokeWidth={1.7} aria-hidden="true" />
        </Button>
      </div>
    </div>
  );
}
