import type { ArenaResults } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/answers/arena-results";
import type { ArenaSetting } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/answers/prepare-prompt-groups";
import type { ColumnFigures } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/answers/prepare-scores";
import type { ArenaPrompt } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/prompts/arena-prompt";
import type { Workspace } from "@/lib/workspace/workspace";

/** The contents of answer cells, and how to run one. */
export interface AnswerCells {
  readonly setting: ArenaSetting;
  readonly results: ArenaResults;
  /** Whether words that differ from the pinned answer are marked. */
  readonly isDiff: boolean;
  readonly mayRun: boolean;
  readonly askCell: (prompt: ArenaPrompt, columnKey: string) => void;
}

/** The actions on the row of a prompt. */
export interface PromptRows {
  readonly workspace: Workspace;
  readonly mayRun: boolean;
  readonly askRow: (prompt: ArenaPrompt) => void;
  readonly removePrompts: (ids: readonly string[]) => void;
}

/** The contents of column headers, and the actions on a column. */
export interface ColumnHeads {
  readonly workspace: Workspace;
  readonly setting: ArenaSetting;
  /** In column order. */
  readonly figures: readonly ColumnFigures[];
  readonly mayRun: boolean;
  readonly pin: (columnKey: string) => void;
  readonly askColumn: (columnKey: string) => void;
  readonly setColumns: (columnKeys: readonly string[]) => void;
}
