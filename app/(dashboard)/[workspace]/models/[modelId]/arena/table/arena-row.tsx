import type { CSSProperties } from "react";
import type { ArenaColumn } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/columns/prepare-arena-columns";
import type { ArenaPrompt } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/prompts/arena-prompt";
import { AnswerCell } from "./answer-cell";
import { PromptCell } from "./prompt-cell";
import type { AnswerCells, PromptRows } from "./table-parts";
import type { ArenaCursor } from "./use-arena-cursor";

type ArenaRowProps = {
  arena: AnswerCells & PromptRows;
  cursor: ArenaCursor;
  prompt: ArenaPrompt;
  columns: readonly ArenaColumn[];
  tracks: CSSProperties;
  isPhone: boolean;
};

/** One prompt, and the answer of each column. */
export function ArenaRow({ arena, cursor, prompt, columns, tracks, isPhone }: ArenaRowProps) {
  const isWhole = cursor.isWhole(prompt.id);
  const isHere = cursor.prompt?.id === prompt.id;
  return (
    <tr className="grid border-b border-line [contain-intrinsic-height:auto_122px]" style={tracks}>
      <PromptCell
        arena={arena}
        prompt={prompt}
        isWhole={isWhole}
        onExpand={() => cursor.toggleWhole(prompt.id)}
        isPhone={isPhone}
      />
      {columns.map((column) => (
        <AnswerCell
          key={column.key}
          arena={arena}
          prompt={prompt}
          column={column}
          isWhole={isWhole}
          isAt={isHere && !isPhone && cursor.columnKey === column.key}
        />
      ))}
    </tr>
  );
}
