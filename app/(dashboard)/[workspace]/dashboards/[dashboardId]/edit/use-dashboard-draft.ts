"use client";

import { useState } from "react";
import type { DashboardContent, DashboardPanel } from "@/lib/api/contract/app/dashboards";
import { resized, withCopy, withMoved, withNewPanel, withoutPanel, withPanel } from "@/lib/dashboard/edit-panels";

const MAX_UNDONE = 100;

interface Draft {
  readonly content: DashboardContent;
  /** The states before each change, the newest last. */
  readonly before: readonly DashboardContent[];
}

/** A dashboard while it is edited: its content, the chosen panel, and what was before each change. */
export function useDashboardDraft(saved: DashboardContent) {
  const [draft, setDraft] = useState<Draft>({ content: saved, before: [] });
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [addedId, setAddedId] = useState<string | null>(null);
  const { content, before } = draft;
  const { panels } = content;
  const change = (members: Partial<DashboardContent>) =>
    setDraft({ content: { ...content, ...members }, before: [...before, content].slice(-MAX_UNDONE) });
  const chosen = panels.find(({ id }) => id === chosenId) ?? null;
  const position = chosen === null ? -1 : panels.indexOf(chosen);
  const begin = (next: { readonly panels: readonly DashboardPanel[]; readonly id: string | null }) => {
    if (next.id === null) return;
    change({ panels: [...next.panels] });
    setChosenId(next.id);
    setAddedId(next.id);
  };
  const move = (id: string, to: number) => change({ panels: [...withMoved(panels, id, to)] });
  return {
    content,
    chosen,
    position,
    /** The panel that was added last. */
    addedId,
    isChanged: content !== saved && JSON.stringify(content) !== JSON.stringify(saved),
    changeCount: before.length,
    change,
    choose: setChosenId,
    reset: (next: DashboardContent) => setDraft({ content: next, before: [] }),
    undo: () => {
      const last = before.at(-1);
      if (last) setDraft({ content: last, before: before.slice(0, -1) });
    },
    add: (members: Partial<DashboardPanel> = {}) => begin(withNewPanel(panels, members)),
    copy: () => {
      const copied = chosen && withCopy(panels, chosen.id);
      if (!copied || copied.id === null) return;
      change({ panels: [...copied.panels] });
      setChosenId(copied.id);
    },
    move,
    step: (by: 1 | -1) => {
      const next = panels[position < 0 ? 0 : position + by];
      if (next) setChosenId(next.id);
    },
    moveChosen: (by: 1 | -1) => {
      const to = position + by;
      if (chosen && to >= 0 && to < panels.length) move(chosen.id, to);
    },
    resizeChosen: (by: 1 | -1) => {
      if (chosen) change({ panels: [...withPanel(panels, chosen.id, { size: resized(chosen.size, by) })] });
    },
    changePanel: (members: Partial<DashboardPanel>) => {
      if (chosen) change({ panels: [...withPanel(panels, chosen.id, members)] });
    },
    remove: () => {
      if (!chosen) return;
      change({ panels: [...withoutPanel(panels, chosen.id)] });
      setChosenId(panels[position + 1]?.id ?? panels[position - 1]?.id ?? null);
    },
  };
}

export type DashboardDraft = ReturnType<typeof useDashboardDraft>;
