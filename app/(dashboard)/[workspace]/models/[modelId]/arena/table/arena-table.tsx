import type { CSSProperties, MouseEvent } from "react";
import {
  type PromptGroup,
  promptGroups,
} from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/answers/prepare-prompt-groups";
import type { ArenaColumn } from "@/app/(dashboard)/[workspace]/models/[modelId]/arena/columns/prepare-arena-columns";
import { countOf } from "@/lib/format/count";
import { formatReward } from "@/lib/format/reward";
import { classNames } from "@/lib/style/class-names";
import { ArenaColumnHead } from "./arena-column-head";
import { ArenaRow } from "./arena-row";
import type { AnswerCells, ColumnHeads, PromptRows } from "./table-parts";
import { TrainedScoreLegend } from "./trained-score-plot";
import type { ArenaCursor } from "./use-arena-cursor";

type ArenaTableProps = {
  arena: AnswerCells & PromptRows & ColumnHeads;
  cursor: ArenaCursor;
  /** The columns that are drawn: on a phone only the selected one. */
  columns: readonly ArenaColumn[];
  isPhone: boolean;
};

const PROMPT_WIDTH_PX = 256;
/** Narrower answers are hard to read: the table scrolls sideways instead. */
const MIN_COLUMN_WIDTH_PX = 220;

/** Prompts as rows, columns side by side; both scroll together, and the prompts stay in view. */
export function ArenaTable({ arena, cursor, columns, isPhone }: ArenaTableProps) {
  const { setting } = arena;
  const tracks: CSSProperties = {
    gridTemplateColumns: isPhone
      ? "minmax(0,1fr)"
      : `${PROMPT_WIDTH_PX}px repeat(${columns.length}, minmax(${MIN_COLUMN_WIDTH_PX}px, 1fr))`,
  };
  const minWidth = isPhone ? 0 : PROMPT_WIDTH_PX + columns.length * MIN_COLUMN_WIDTH_PX;
  const choose = (event: MouseEvent) => {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-prompt]") : null;
    const { prompt, column } = cell?.dataset ?? {};
    if (prompt !== undefined && column !== undefined) cursor.choose(prompt, column);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the page's keys choose a cell too
    <section
      aria-label="Answers"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
      tabIndex={0}
      onClick={choose}
      className="min-h-0 min-w-0 flex-1 overflow-auto outline-offset-[-2px]"
    >
      <table aria-label="Answers" className="block" style={{ minWidth }}>
        <thead className="sticky top-0 z-20 block bg-bg max-md:static">
          <tr className="grid border-y border-line" style={tracks}>
            {isPhone ? null : (
              <th scope="col" className="sticky left-0 z-10 bg-bg pr-3 pl-4 text-left font-normal">
                <TrainedScoreLegend />
              </th>
            )}
            {columns.map((column) => (
              <ArenaColumnHead key={column.key} arena={arena} column={column} />
            ))}
          </tr>
        </thead>
        {promptGroups(setting.prompts).map((group) => (
          <tbody key={group.id} className="block">
            <tr className="block">
              <th
                scope="rowgroup"
                colSpan={columns.length + 1}
                className="flex h-[26px] items-center gap-2 border-b border-line bg-hover pr-3.5 pl-4 text-left text-micro font-normal whitespace-nowrap text-ink-2 max-md:px-3"
              >
                <b className="font-medium text-ink">{group.title}</b>
                <span className="truncate">
                  {countOf(group.prompts.length, "prompt")} {group.about}
                </span>
                <GroupMeans arena={arena} group={group} />
              </th>
            </tr>
            {group.prompts.map((prompt) => (
              <ArenaRow
                key={prompt.id}
                arena={arena}
                cursor={cursor}
                prompt={prompt}
                columns={columns}
                tracks={tracks}
                isPhone={isPhone}
              />
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}

/** The means of the columns in one line; nothing when nothing was rewarded. */
function GroupMeans({ arena, group }: { arena: ColumnHeads; group: PromptGroup }) {
  if (group.id === "unknown") return null;
  const means = arena.figures.map((figures) => figures[group.id === "seen" ? "seen" : "unseen"]);
  if (means.every((mean) => mean === null)) return null;
  return (
    <span className={classNames("ml-auto flex-none max-md:hidden")}>mean {means.map(formatReward).join(", ")}</span>
  );
}
