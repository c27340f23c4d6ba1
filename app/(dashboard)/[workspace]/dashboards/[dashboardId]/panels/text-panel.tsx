"use client";

import { MarkdownText } from "@/components/markdown/markdown-text";
import { ScrollRegion } from "@/components/ui/scroll-region";
import type { DashboardPanel } from "@/lib/api/contract/app/dashboards";

/** A text as Markdown, under its title where it has one. */
export function TextPanel({ panel }: { panel: DashboardPanel }) {
  const label = panel.title || "Text";
  return (
    <section aria-label={label} className="flex h-full min-h-0 min-w-0 flex-col">
      {panel.title === "" ? null : (
        <h2 className="flex h-[34px] flex-none items-center truncate px-4 text-base font-medium max-md:px-3">
          {panel.title}
        </h2>
      )}
      <ScrollRegion
        aria-label={`${label}, content`}
        className="min-h-0 flex-1 overflow-y-auto px-4 py-2 outline-offset-[-2px] max-md:px-3"
      >
        {panel.text.trim() === "" ? (
          <p className="text-small text-ink-3">This panel has no text yet.</p>
        ) : (
          <MarkdownText text={panel.text} isRunning={false} isWhole isDocument className="text-small" />
        )}
      </ScrollRegion>
    </section>
  );
}
