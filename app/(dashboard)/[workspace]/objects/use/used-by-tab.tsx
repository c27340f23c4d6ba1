"use client";

import Link from "next/link";
import type { ObjectPaneProps } from "@/app/(dashboard)/[workspace]/objects/versions/object-pane-props";
import { PaneState } from "@/components/state/pane-state";
import { opCallsHref, usesOf } from "./prepare-uses";
import { CallsOfUse } from "./using-calls";
import { ObjectsOfUse } from "./using-objects";

/** The calls that used the selected version, and the objects that reference it. */
export function UsedByTab({ workspace, object, chosen, nowMs }: ObjectPaneProps) {
  const { digest } = chosen;
  if (digest === null) {
    return (
      <PaneState kind="no-match" title="Version not found">
        Choose a stored version to see which calls used it.
      </PaneState>
    );
  }
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      {usesOf(workspace.projectId, object, digest).map((use) => (
        <CallsOfUse key={use.id} workspace={workspace} use={use} nowMs={nowMs} />
      ))}
      <ObjectsOfUse workspace={workspace} objectId={object.id} digest={digest} nowMs={nowMs} />
      {object.kind === "op" ? (
        <p className="border-t border-line px-4 py-3 text-small">
          <Link href={opCallsHref(workspace.slug, object.id)} className="text-accent-text hover:underline">
            Calls of all versions
          </Link>
        </p>
      ) : (
        <p className="border-t border-line px-4 py-3 text-small text-ink-2">
          Counts calls whose inputs or output reference this exact version. Refs to a part of it are not counted.
        </p>
      )}
    </div>
  );
}
