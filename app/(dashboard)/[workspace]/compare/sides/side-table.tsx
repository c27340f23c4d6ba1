import { classNames } from "@/lib/style/class-names";
import type { Workspace } from "@/lib/workspace/workspace";
import type { FactColumn } from "./prepare-facts";
import { type ComparedSide, sideLetter } from "./prepare-side";
import type { Compared } from "./read-compared-ids";
import { SIDE_CELL_CLASS, SideFacts, SideName } from "./side-cells";
import { SideDifference } from "./side-difference";
import { SideLetter } from "./side-letter";
import type { SideActions } from "./side-menu";
import { SideMenu } from "./side-menu";

type SideTableProps = SideActions & {
  workspace: Workspace;
  compared: Compared;
  sides: readonly (ComparedSide | null)[];
  /** Replaces a side that could not be loaded. */
  problems: readonly (React.ReactNode | null)[];
  columns: readonly FactColumn[];
};

const HEAD_CLASS =
  "h-(--row-h-head) border-b border-line bg-sunken px-2 text-micro font-medium text-ink-3 whitespace-nowrap";

/** The facts of each side in a row, and below them the difference between the chosen side and the base. */
export function SideTable(props: SideTableProps) {
  const { workspace, compared, sides, problems: troubles, columns } = props;
  const { base, column, sources, kind } = compared;
  const hasThread = kind === "calls" && sides.some((side) => side?.roots[0]?.call?.thread_id);
  const isPair = base !== column && sides[base] && sides[column];
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
      tabIndex={0}
      aria-label="Sides"
      className="relative max-h-[226px] max-md:max-h-[168px] flex-none overflow-auto outline-offset-[-2px]"
    >
      <table aria-label="Facts by side" className="w-full border-separate border-spacing-0 text-small">
        <thead>
          <tr>
            <th scope="col" className={classNames(HEAD_CLASS, "w-[42px]")}>
              <span className="sr-only">Side</span>
            </th>
            <th scope="col" className={classNames(HEAD_CLASS, "text-left")}>
              {kind === "threads" ? "Thread" : "Trace"}
            </th>
            {hasThread ? (
              <th scope="col" className={classNames(HEAD_CLASS, "text-left")}>
                Thread
              </th>
            ) : null}
            {columns.map(({ id, title, isNumber }) => (
              <th key={id} scope="col" className={classNames(HEAD_CLASS, isNumber ? "text-right" : "text-left")}>
                {title}
              </th>
            ))}
            <th scope="col" className={classNames(HEAD_CLASS, "text-right")}>
              Started
            </th>
            <th scope="col" className={classNames(HEAD_CLASS, "w-10")}>
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sources.map((source, at) => (
            <tr key={source.id}>
              <td className={classNames(SIDE_CELL_CLASS, "pl-4")}>
                <SideLetter column={at} />
              </td>
              <SideName workspace={workspace} source={source} side={sides[at] ?? null} isBase={at === base} />
              {troubles[at] ? (
                <td className={SIDE_CELL_CLASS} colSpan={columns.length + (hasThread ? 2 : 1)}>
                  {troubles[at]}
                </td>
              ) : (
                <SideFacts
                  workspace={workspace}
                  side={sides[at] ?? null}
                  at={at}
                  columns={columns}
                  hasThread={hasThread}
                />
              )}
              <td className={classNames(SIDE_CELL_CLASS, "pr-2 text-right")}>
                <SideMenu {...props} at={at} count={sources.length} isBase={at === base} />
              </td>
            </tr>
          ))}
          {isPair ? (
            <SideDifference
              title={`${sideLetter(column)} minus ${sideLetter(base)}`}
              columns={columns}
              column={column}
              span={hasThread ? 2 : 1}
            />
          ) : null}
        </tbody>
      </table>
    </section>
  );
}
