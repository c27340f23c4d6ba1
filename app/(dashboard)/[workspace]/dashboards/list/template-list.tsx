"use client";

import { BLANK_DASHBOARD, dashboardTemplates } from "@/lib/dashboard/templates";
import { countOf } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";
import { useNewDashboard } from "./use-new-dashboard";

const BLANK = { id: "blank", label: "Empty", note: "Choose each panel yourself", content: BLANK_DASHBOARD };

/** The dashboards that a first one can begin as. */
export function TemplateList({ workspace }: { workspace: Workspace }) {
  const { create, isBusy } = useNewDashboard(workspace);
  return (
    <ul aria-label="Templates" className="mx-auto w-full max-w-[560px] border-y border-line max-md:max-w-none">
      {[...dashboardTemplates, BLANK].map(({ id, label, note, content }) => (
        <li key={id} className="border-b border-line last:border-b-0">
          <button
            type="button"
            disabled={isBusy}
            onClick={() => create(content)}
            className="flex w-full items-baseline gap-3 px-4 py-2.5 text-left outline-offset-[-2px] hover:bg-hover max-md:px-3"
          >
            <span className="font-medium">{label}</span>
            <span className="min-w-0 flex-1 truncate text-small text-ink-2">{note}</span>
            <span className="text-micro text-ink-3">{countOf(content.panels.length, "panel")}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
