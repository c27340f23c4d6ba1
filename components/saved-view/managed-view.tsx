"use client";

import { Ellipsis, Star } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Input } from "@/components/form/input";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Menu, MenuItem } from "@/components/ui/menu";
import { Tag } from "@/components/ui/tag";
import type { SavedView, ViewPage } from "@/lib/address/view-query";
import { failureOf } from "@/lib/api/client/request-failure";
import { MAX_VIEW_NAME_LENGTH } from "@/lib/api/contract/app/view-name-length";
import { otherErrors } from "@/lib/failure/field-errors";
import { useViewChange } from "./use-view-change";

type ManagedViewProps = {
  view: SavedView;
  viewPage: ViewPage;
  isEditable: boolean;
  mayShare: boolean;
  /** The new content for the view; null when the view already has it. */
  replacement: string | null;
};

/** One line of the views dialog: the star sets the default view, the menu changes the view. */
export function ManagedView({ view, viewPage, isEditable, mayShare, replacement }: ManagedViewProps) {
  const [isRenaming, setIsRenaming] = useState(false);
  const update = useViewChange("views.update", () => setIsRenaming(false));
  const remove = useViewChange("views.delete");
  const choose = useViewChange("views.setDefault");
  const failed = [update, remove, choose].find(({ isError }) => isError);
  const { id, name, isShared, isDefault } = view;
  const default_ = isDefault ? `Do not open with ${name}` : `Open the page with ${name}`;
  return (
    <li className="border-b border-line py-1.5">
      <div className="flex min-h-8 items-center gap-2">
        <Button
          kind="ghost"
          size="icon-small"
          aria-label={default_}
          title={default_}
          aria-pressed={isDefault}
          onClick={() => choose.mutate({ ...viewPage, viewId: isDefault ? null : id })}
        >
          <Star
            size={14}
            strokeWidth={1.7}
            aria-hidden="true"
            className={isDefault ? "fill-current text-accent-text" : ""}
          />
        </Button>
        {isRenaming ? (
          <RenameForm name={name} isBusy={update.isPending} onName={(next) => update.mutate({ id, name: next })} />
        ) : (
          <span className="flex min-w-0 grow items-center gap-2">
            <span className="truncate">{name}</span>
            {isDefault ? <Tag tone="run">default</Tag> : null}
            {isShared ? <Tag>{view.isOwn ? "shared" : `shared by ${view.ownerName}`}</Tag> : null}
          </span>
        )}
        {isEditable && !isRenaming ? (
          <Menu
            label={`Actions for ${name}`}
            align="end"
            className="z-60"
            trigger={
              <Button kind="ghost" size="icon-small" aria-label={`Actions for ${name}`}>
                <Ellipsis size={14} strokeWidth={1.7} aria-hidden="true" />
              </Button>
            }
          >
            <MenuItem onSelect={() => setIsRenaming(true)}>Rename</MenuItem>
            {replacement === null ? null : (
              <MenuItem onSelect={() => update.mutate({ id, query: replacement })}>Replace with current view</MenuItem>
            )}
            {mayShare ? (
              <MenuItem onSelect={() => update.mutate({ id, isShared: !isShared })}>
                {isShared ? "Stop sharing" : "Share with everyone"}
              </MenuItem>
            ) : null}
            <MenuItem className="text-err" onSelect={() => remove.mutate({ id })}>
              Delete
            </MenuItem>
          </Menu>
        ) : null}
      </div>
      {otherErrors(failed ? failureOf(failed.error) : null, []).map((message) => (
        <Callout key={message} tone="err" className="mt-1.5">
          {message}
        </Callout>
      ))}
    </li>
  );
}

type RenameFormProps = { name: string; isBusy: boolean; onName: (name: string) => void };

function RenameForm({ name, isBusy, onName }: RenameFormProps) {
  const [typed, setTyped] = useState(name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onName(typed);
  };
  return (
    <form onSubmit={submit} className="flex min-w-0 grow items-center gap-1.5">
      <Input
        size="small"
        className="grow"
        aria-label={`New name of ${name}`}
        value={typed}
        maxLength={MAX_VIEW_NAME_LENGTH}
        autoFocus
        required
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" size="small" disabled={typed.trim() === ""} isBusy={isBusy}>
        Rename
      </Button>
    </form>
  );
}
