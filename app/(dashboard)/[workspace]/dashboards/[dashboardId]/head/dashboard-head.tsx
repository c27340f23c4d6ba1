"use client";

import { Check, Pencil, Plus, Undo2 } from "lucide-react";
import type { DashboardDraft } from "@/app/(dashboard)/[workspace]/dashboards/[dashboardId]/edit/use-dashboard-draft";
import { NameInput } from "@/components/evaluation/setup/form-head-fields";
import { Button } from "@/components/ui/button";
import { KeyCap } from "@/components/ui/key-cap";
import { PageHead } from "@/components/ui/page-head";
import type { SavedDashboard } from "@/lib/api/contract/app/dashboards";
import { countOf } from "@/lib/format/count";
import { formatTime, parseTime } from "@/lib/format/time";
import type { Workspace } from "@/lib/workspace/workspace";
import { DashboardMenu } from "./dashboard-menu";

type DashboardHeadProps = {
  workspace: Workspace;
  saved: SavedDashboard;
  draft: DashboardDraft;
  isMember: boolean;
  isEditing: boolean;
  isSaving: boolean;
  onEdit: () => void;
  onCancel: () => void;
  onSave: () => void;
};

/** The name of a dashboard, with what can be done. */
export function DashboardHead(props: DashboardHeadProps) {
  const { workspace, saved, draft, isMember, isEditing } = props;
  const { name } = draft.content;
  if (isEditing) return <EditHead {...props} />;
  const when = formatTime(parseTime(saved.updatedAt), Date.now());
  return (
    <PageHead title={name}>
      <DashboardMenu workspace={workspace} id={saved.id} content={saved.content} isMember={isMember} />
      <span className="min-w-0 truncate text-small text-ink-3 max-md:hidden">
        {saved.updatedBy ?? "a removed user"}, {when}
      </span>
      {isMember ? (
        <Button
          size="small"
          className="ml-auto"
          icon={<Pencil size={13} strokeWidth={1.7} aria-hidden="true" />}
          onClick={props.onEdit}
        >
          Edit
          <KeyCap className="max-md:hidden">E</KeyCap>
        </Button>
      ) : null}
    </PageHead>
  );
}

function EditHead({ draft, isSaving, onCancel, onSave }: DashboardHeadProps) {
  const { content, isChanged, changeCount } = draft;
  return (
    <PageHead title="Edit">
      <NameInput
        placeholder="Name of the dashboard"
        value={content.name}
        isInvalid={content.name.trim() === ""}
        onChange={(name) => draft.change({ name })}
      />
      <span role="status" className="min-w-0 truncate text-small text-ink-3 max-lg:sr-only">
        {isChanged ? `${countOf(changeCount, "change")} not saved` : "no changes"}
      </span>
      <span className="ml-auto flex items-center gap-2 max-md:gap-1">
        <Button
          kind="ghost"
          size="small"
          disabled={changeCount === 0}
          onClick={draft.undo}
          className="max-md:hidden"
          icon={<Undo2 size={13} strokeWidth={1.7} aria-hidden="true" />}
        >
          Undo
        </Button>
        <Button
          size="small"
          onClick={() => draft.add()}
          aria-label="Add a panel at the end"
          icon={<Plus size={13} strokeWidth={1.7} aria-hidden="true" />}
        >
          <span className="max-md:hidden">Panel</span>
        </Button>
        <Button size="small" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          kind="primary"
          size="small"
          isBusy={isSaving}
          disabled={content.name.trim() === ""}
          onClick={onSave}
          icon={<Check size={13} strokeWidth={1.7} aria-hidden="true" />}
        >
          Save
        </Button>
      </span>
    </PageHead>
  );
}
