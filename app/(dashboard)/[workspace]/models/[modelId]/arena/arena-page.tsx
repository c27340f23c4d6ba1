"use client";

import { useState } from "react";
import type { OpenArena } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/answers/use-open-arena";
import { ArenaTable } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/table/arena-table";
import { useArenaCursor } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/table/use-arena-cursor";
import { useIsPhone } from "@/components/browser/use-is-phone";
import { openedLater } from "@/components/dialog/opened-later";
import { Segmented } from "@/components/form/segmented";
import type { Checkpoint } from "@/components/training/models/use-checkpoints";
import type { ModelRecord } from "@/components/training/models/use-model";
import { ProgressBar } from "@/components/ui/progress-bar";
import type { Workspace } from "@/lib/workspace/workspace";
import { ArenaFoot } from "./arena-foot";
import { ArenaHead } from "./arena-head";
import { ArenaNotes, NoColumns, NoPrompts } from "./arena-states";
import { useArena } from "./use-arena";
import { useArenaKeys } from "./use-arena-keys";

const PromptsDialog = openedLater(
  async () =>
    (await import("@/app/(dashboard)/[workspace]/models/[modelId]/arena/prompts/prompts-dialog")).PromptsDialog,
);

type ArenaPageProps = {
  workspace: Workspace;
  record: ModelRecord;
  checkpoints: readonly Checkpoint[];
  open: OpenArena;
};

/** One row for each prompt, one column for each checkpoint, and their answers. */
export function ArenaPage(props: ArenaPageProps) {
  const arena = useArena(props);
  const place = useArenaCursor(arena);
  const isPhone = useIsPhone();
  const [isAdding, setIsAdding] = useState(false);
  useArenaKeys(arena, place);
  const { columns, prompts } = arena.setting;
  const shown = isPhone ? columns.filter(({ key }) => key === place.columnKey) : columns;
  const add = () => setIsAdding(true);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape stops from wherever the focus is
    <div
      className="flex min-h-0 flex-1 flex-col short:flex-none short:min-h-full"
      onKeyDown={(event) => {
        if (event.key === "Escape" && !event.defaultPrevented && arena.openCount > 0) arena.stop();
      }}
    >
      <ArenaHead arena={arena} onPrompts={add} />
      <ArenaNotes arena={arena} />
      {isPhone && columns.length > 1 ? (
        <div className="flex-none overflow-x-auto px-3 pb-2">
          <Segmented
            label="Column"
            value={place.columnKey ?? ""}
            segments={columns.map(({ key, label }) => ({ value: key, label }))}
            onChange={place.setColumn}
          />
        </div>
      ) : null}
      {arena.isReading ? <ProgressBar label="Loading prompts" /> : null}
      {columns.length === 0 ? (
        <NoColumns />
      ) : prompts.length === 0 && !arena.isReading ? (
        <NoPrompts arena={arena} onAdd={add} />
      ) : (
        <ArenaTable arena={arena} cursor={place} columns={shown} isPhone={isPhone} />
      )}
      <ArenaFoot arena={arena} />
      {isAdding ? <PromptsDialog arena={arena} onClose={() => setIsAdding(false)} /> : null}
    </div>
  );
}
