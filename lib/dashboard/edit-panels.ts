import type { DashboardPanel } from "@/lib/api/contract/app/dashboards";
import { MAX_PANELS, PANEL_SIZES, type PanelSize } from "@/lib/api/contract/app/panel-rules";

type Panels = readonly DashboardPanel[];

const BLANK: Omit<DashboardPanel, "id"> = {
  kind: "lines",
  title: "",
  size: "M",
  figure: "calls",
  score: "",
  query: "",
  rootsOnly: false,
  by: "",
  windowSeconds: 60,
  text: "",
};

/** Returns an id that no panel has. */
function freeId(panels: Panels): string {
  const taken = new Set(panels.map(({ id }) => id));
  for (let at = panels.length + 1; ; at += 1) if (!taken.has(`p${at}`)) return `p${at}`;
}

/** Returns the panels with a new one at the end, and its id; unchanged with a null where there is no room. */
export function withNewPanel(
  panels: Panels,
  members: Partial<DashboardPanel>,
): { readonly panels: Panels; readonly id: string | null } {
  if (panels.length >= MAX_PANELS) return { panels, id: null };
  const id = freeId(panels);
  return { panels: [...panels, { ...BLANK, ...members, id }], id };
}

/** Returns panels that are made of their parts alone, as templates list them. */
export function panelsOf(parts: readonly Partial<DashboardPanel>[]): DashboardPanel[] {
  return parts.map((part, at) => ({ ...BLANK, ...part, id: `p${at + 1}` }));
}

/** Returns the panels with a copy of one behind it, and the copy's id. */
export function withCopy(panels: Panels, id: string): { readonly panels: Panels; readonly id: string | null } {
  const at = panels.findIndex((panel) => panel.id === id);
  const original = panels[at];
  if (original === undefined || panels.length >= MAX_PANELS) return { panels, id: null };
  const copy = { ...original, id: freeId(panels) };
  return { panels: panels.toSpliced(at + 1, 0, copy), id: copy.id };
}

export const withoutPanel = (panels: Panels, id: string): Panels => panels.filter((panel) => panel.id !== id);

export const withPanel = (panels: Panels, id: string, members: Partial<DashboardPanel>): Panels =>
  panels.map((panel) => (panel.id === id ? { ...panel, ...members } : panel));

/** Returns the panels with one of them at another position, from 0; positions beyond the ends are the ends. */
export function withMoved(panels: Panels, id: string, position: number): Panels {
  const at = panels.findIndex((panel) => panel.id === id);
  const moved = panels[at];
  if (moved === undefined) return panels;
  return panels.toSpliced(at, 1).toSpliced(Math.max(0, position), 0, moved);
}

/** Returns the next size up or down; the same at the ends. */
export function resized(size: PanelSize, by: 1 | -1): PanelSize {
  return PANEL_SIZES[PANEL_SIZES.indexOf(size) + by] ?? size;
}
