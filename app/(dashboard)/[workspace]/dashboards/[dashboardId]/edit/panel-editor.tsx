"use client";

import { ArrowLeft, ArrowRight, Copy, Trash2, X } from "lucide-react";
import { KIND_LABELS, panelTitle } from "@/app/(dashboard)/[workspace]/dashboards/[dashboardId]/panels/panel-words";
import { Field } from "@/components/form/field";
import { Segmented } from "@/components/form/segmented";
import { Select } from "@/components/form/select";
import { Button } from "@/components/ui/button";
import { PANEL_KINDS, PANEL_SIZES, panelProblem } from "@/lib/api/contract/app/panel-rules";
import type { Workspace } from "@/lib/workspace/workspace";
import { MeasureFields } from "./measure-fields";
import { TextFields, TitleField } from "./text-fields";
import type { DashboardDraft } from "./use-dashboard-draft";

type PanelEditorProps = { workspace: Workspace; draft: DashboardDraft };

/** The form of the chosen panel. Every change is drawn at once. */
export function PanelEditor({ workspace, draft }: PanelEditorProps) {
  const { chosen: panel, position, content } = draft;
  if (panel === null)
    return (
      <p className="px-4 py-6 text-small text-ink-2 max-lg:hidden">
        Choose a panel to change it, with a click or with J and K, or add one with N.
      </p>
    );
  const problem = panelProblem(panel);
  const isLast = position === content.panels.length - 1;
  return (
    <>
      <EditorHead draft={draft} position={position} isLast={isLast} />
      <div className="grid gap-3 px-4 py-3 max-md:px-3">
        <TitleField
          panel={panel}
          placeholder={panelTitle({ ...panel, title: "" })}
          isNew={panel.id === draft.addedId}
          onChange={draft.changePanel}
        />
        <div className="flex flex-wrap items-end gap-3">
          <Field label="Chart" className="w-[132px]">
            {(ids) => (
              <Select
                id={ids.id}
                label="Chart"
                value={panel.kind}
                options={PANEL_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }))}
                onChange={(kind) => draft.changePanel({ kind })}
              />
            )}
          </Field>
          <Segmented
            label="Size"
            value={panel.size}
            segments={PANEL_SIZES.map((value) => ({ value, label: value }))}
            onChange={(size) => draft.changePanel({ size })}
          />
        </div>
        {panel.kind === "text" ? (
          <TextFields key={panel.id} panel={panel} onChange={draft.changePanel} />
        ) : (
          <MeasureFields
            key={panel.id}
            workspace={workspace}
            panel={panel}
            problem={problem}
            onChange={draft.changePanel}
          />
        )}
      </div>
    </>
  );
}

function EditorHead({ draft, position, isLast }: { draft: DashboardDraft; position: number; isLast: boolean }) {
  const actions = [
    { label: "Move the panel earlier", Icon: ArrowLeft, isOff: position === 0, run: () => draft.moveChosen(-1) },
    { label: "Move the panel later", Icon: ArrowRight, isOff: isLast, run: () => draft.moveChosen(1) },
    { label: "Duplicate the panel", Icon: Copy, isOff: false, run: draft.copy },
    { label: "Delete the panel", Icon: Trash2, isOff: false, run: draft.remove },
    { label: "Close the form", Icon: X, isOff: false, run: () => draft.choose(null) },
  ];
  return (
    <div className="sticky top-0 z-[4] flex h-9 items-center gap-0.5 border-b border-line bg-bg pr-2 pl-4 max-md:h-11 max-md:pl-3">
      <h2 className="font-medium">Panel</h2>
      <span className="ml-1.5 mr-auto text-small text-ink-3">
        {position + 1} of {draft.content.panels.length}
      </span>
      {actions.map(({ label, Icon, isOff, run }) => (
        <Button
          key={label}
          kind="ghost"
          size="icon-small"
          aria-label={label}
          title={label}
          disabled={isOff}
          onClick={run}
        >
          <Icon size={14} strokeWidth={1.7} aria-hidden="true" />
        </Button>
      ))}
    </div>
  );
}
