"use client";

import type { Panels } from "@/app/(dashboard)/[workspace]/dashboards/[dashboardId]/data/use-panels";
import { KeyHints, keyHint } from "@/components/keyboard/key-hints";
import { PageFoot } from "@/components/ui/page-head";
import { countOf } from "@/lib/format/count";
import { formatDuration } from "@/lib/format/duration";
import { formatClock } from "@/lib/format/time";

const READING = [keyHint("dashboard", ["e"], "edit"), keyHint("dashboard", ["n"], "add a panel")];

const EDITING = [
  keyHint("dashboard", ["j", "k"], "choose"),
  keyHint("dashboard", ["ArrowLeft", "ArrowRight"], "move"),
  keyHint("dashboard", ["Shift+ArrowRight"], "wider"),
  keyHint("dashboard", ["d"], "duplicate"),
  keyHint("dashboard", ["Mod+s"], "save"),
  keyHint("dashboard", ["Escape"], "cancel"),
];

type DashboardFootProps = {
  panels: Panels;
  count: number;
  /** What the charts lack; empty without anything. */
  note: string;
  isEditing: boolean;
};

/** How many panels were read, when and how fast. */
export function DashboardFoot({ panels, count, note, isEditing }: DashboardFootProps) {
  const { answer } = panels;
  const read = answer
    ? ` read in ${formatDuration(Math.round(answer.durationMs))} at ${formatClock(answer.requestedAtMs, true)}`
    : "";
  return (
    <PageFoot hints={<KeyHints hints={isEditing ? EDITING : READING} />}>
      <span>
        {countOf(count, "panel")}
        {read}
      </span>
      {note === "" ? null : <span className="text-warn">{note}</span>}
      <span className="max-md:hidden">{isEditing ? "drag a panel to move it" : "shared crosshair and zoom"}</span>
    </PageFoot>
  );
}
