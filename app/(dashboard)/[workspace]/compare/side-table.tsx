import Link from "next/link";
import type { Workspace } from "@/components/layout/use-workspace";
import { threadHref } from "@/components/trace/thread-href";
import { RewardSquare } from "@/components/training/reward-square";
import { classNames } from "@/components/ui/class-names";
import { Quantity } from "@/components/ui/quantity";
import { shortIdentifier } from "@/lib/format/identifier";
import { MISSING } from "@/lib/format/missing";
import { formatFullTime, formatTime } from "@/lib/format/time";
import type { Compared } from "./prepare-address";
import { sideLetter } from "./prepare-delta";
import type { FactColumn } from "./prepare-facts";
import type { Side, SideSource } from "./prepare-side";
import { SideLetter } from "./side-letter";
import type { SideActions } from "./side-menu";
import { SideMenu } from "./side-menu";

type SideTableProps = SideActions & {
  workspace: Workspace;
  compared: Compared;
  sides: readonly (Side | null)[];
  /** What stands in place of a side that could not be read. */
  troubles: readonly (React.ReactNode | null)[];
  columns: readonly FactColumn[];
};

const head = "h-(--row-h-head) border-b border-line bg-sunken px-2 text-micro font-medium text-ink-3 whitespace-nowrap";
const cell = "h-7 border-b border-line px-2 whitespace-nowrap";

/** The facts of each side in a row, and below them how the chosen side differs from the base. */
export function SideTable(props: SideTableProps) {
  const { workspace, compared, sides, troubles, columns } = props;
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
            <th scope="col" className={classNames(head, "w-[42px]")}>
              <span className="sr-only">Side</span>
            </th>
            <th scope="col" className={classNames(head, "text-left")}>
              {kind === "threads" ? "Thread" : "Trace"}
            </th>
            {hasThread ? (
              <th scope="col" className={classNames(head, "text-left")}>
                Thread
              </th>
            ) : null}
            {columns.map(({ id, title, isNumber }) => (
              <th key={id} scope="col" className={classNames(head, isNumber ? "text-right" : "text-left")}>
                {title}
              </th>
            ))}
            <th scope="col" className={classNames(head, "text-right")}>
              Started
            </th>
            <th scope="col" className={classNames(head, "w-10")}>
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sources.map((source, at) => (
            <tr key={source.id}>
              <td className={classNames(cell, "pl-4")}>
                <SideLetter column={at} />
              </td>
              <SideName workspace={workspace} source={source} side={sides[at] ?? null} isBase={at === base} />
              {troubles[at] ? (
                <td className={cell} colSpan={columns.length + (hasThread ? 2 : 1)}>
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
              <td className={classNames(cell, "pr-2 text-right")}>
                <SideMenu {...props} at={at} count={sources.length} isBase={at === base} />
              </td>
            </tr>
          ))}
          {isPair ? (
            <DifferenceRow
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

type SideNameProps = { workspace: Workspace; source: SideSource; side: Side | null; isBase: boolean };

function SideName({ workspace, source, side, isBase }: SideNameProps) {
  const name = side?.roots[0]?.name ?? null;
  const isThread = source.kind === "thread";
  const href = isThread
    ? threadHref(workspace.slug, source.id)
    : `/${workspace.slug}/traces/${encodeURIComponent(source.id)}`;
  return (
    <th scope="row" className={classNames(cell, "max-w-[340px] truncate text-left font-normal")}>
      <Link href={href} className="text-code text-accent-text hover:underline" title={source.id}>
        {isThread ? source.id : shortIdentifier(source.id)}
      </Link>
      {isThread || name === null ? null : <span className="ml-2 text-code text-ink-2">{name}</span>}
      {isBase ? <span className="ml-2 text-micro text-ink-3">base</span> : null}
    </th>
  );
}

type SideFactsProps = {
  workspace: Workspace;
  side: Side | null;
  at: number;
  columns: readonly FactColumn[];
  hasThread: boolean;
};

function SideFacts({ workspace, side, at, columns, hasThread }: SideFactsProps) {
  const root = side?.roots[0];
  const threadId = root?.call?.thread_id;
  return (
    <>
      {hasThread ? (
        <td className={classNames(cell, "max-w-[240px] truncate")}>
          {threadId ? (
            <Link href={threadHref(workspace.slug, threadId)} className="text-code text-ink-2 hover:underline">
              {threadId}
            </Link>
          ) : (
            <span className="text-ink-3">{MISSING}</span>
          )}
        </td>
      ) : null}
      {columns.map(({ id, texts, isNumber, better }) => (
        <td key={id} className={classNames(cell, "max-w-[220px] truncate", isNumber && "text-right")}>
          {texts[at] === null || texts[at] === undefined ? (
            <span className="text-ink-3">{MISSING}</span>
          ) : (
            <>
              {better === "more" ? <RewardSquare value={Number(texts[at])} /> : null}
              <Quantity text={texts[at]} />
            </>
          )}
        </td>
      ))}
      <td className={classNames(cell, "text-right text-ink-2")} title={formatFullTime(root?.startedMs)}>
        {formatTime(root?.startedMs, Date.now())}
      </td>
    </>
  );
}

type DifferenceRowProps = { title: string; columns: readonly FactColumn[]; column: number; span: number };

const ground = "h-7 border-b border-line bg-sunken px-2 whitespace-nowrap";

function DifferenceRow({ title, columns, column, span }: DifferenceRowProps) {
  return (
    <tr>
      <td className={ground} />
      <th scope="row" colSpan={span} className={classNames(ground, "text-left font-normal text-ink-2")}>
        {title}
      </th>
      {columns.map(({ id, deltas, better, isNumber }) => {
        const delta = deltas[column] ?? null;
        const isWorse =
          delta !== null && better !== null && (better === "more" ? delta.difference < 0 : delta.difference > 0);
        const isBetter = delta !== null && better !== null && delta.difference !== 0 && !isWorse;
        return (
          <td key={id} className={classNames(ground, isNumber && "text-right")}>
            {delta === null ? null : (
              <>
                <Quantity text={delta.text} className={isWorse ? "text-err" : isBetter ? "text-ok" : ""} />
                {isWorse || isBetter ? <span className="sr-only">{isWorse ? "worse" : "better"}</span> : null}
                {delta.share === null || delta.share === "0%" ? null : (
                  <span className="ml-1.5 text-ink-3">{delta.share}</span>
                )}
              </>
            )}
          </td>
        );
      })}
      <td className={ground} />
      <td className={ground} />
    </tr>
  );
}
