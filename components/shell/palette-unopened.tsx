"use client";

import { CornerDownRight } from "lucide-react";
import { PaletteItem } from "./palette-item";
import { useUnopenedProjects } from "./use-unopened-projects";

/** The projects without a workspace, which open the page that offers one. */
export function UnopenedItems({ onOpen }: { onOpen: (href: string) => void }) {
  const { projects } = useUnopenedProjects();
  return projects.map(({ projectId, href }) => (
    <PaletteItem key={projectId} value={`open project workspace ${projectId}`} onSelect={() => onOpen(href)}>
      <CornerDownRight size={15} strokeWidth={1.7} aria-hidden="true" />
      {projectId}
      <span className="ml-auto text-small text-ink-3">open</span>
    </PaletteItem>
  ));
}
