import type { CSSProperties } from "react";
import type { ArenaColumn } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/columns/prepare-arena-columns";
import type { ArenaPrompt } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/prompts/arena-prompt";
import { AnswerCell } from "./answer-cell";
import { PromptCell } from "./prompt-cell";
import type { AnswerCells, PromptRows } from "./table-parts";
import type { ArenaPlace } from "./use-arena-cursor";

type ArenaRowProps = {
  arena: AnswerCells & PromptRows;
  place: ArenaPlace;
  prompt: ArenaPrompt;
  columns: readonly ArenaColumn[];
  tracks: CSSProperties;
  isPhone: boolean;
};

/** One prompt, and what each column answers to it. */
export function ArenaRow({ arena, place, prompt, columns, tracks, isPhone }: ArenaRowProps) {
  const isWhole = place.isWhole(prompt.id);
  const isHere = place.prompt?.id === prompt.id;
  return (
    <tr className="grid border-b border-line [contain-intrinsic-height:auto_122px]" style={tracks}>
      <PromptCell
        arena={arena}
        prompt={prompt}
        isWhole={isWhole}
        onWhole={() => place.toggleWhole(prompt.id)}
        isPhone={isPhone}
      />
      {columns.map((column) => (
        <AnswerCell
          key={column.key}
          arena={arena}
          prompt={prompt}
          column={column}
          isWhole={isWhole}
          isAt={isHere && !isPhone && place.columnKey === column.key}
        />
      ))}
    </tr>
  );
}
