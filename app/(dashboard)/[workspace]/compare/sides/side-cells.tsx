import Link from "next/link";
import { RewardSquare } from "@/components/training/trajectories/reward-square";
import { Quantity } from "@/components/ui/quantity";
import { threadHref } from "@/lib/address/thread-href";
import { formatShortId } from "@/lib/format/identifier";
import { MISSING } from "@/lib/format/missing";
import { formatFullTime, formatTime } from "@/lib/format/time";
import { classNames } from "@/lib/style/class-names";
import type { Workspace } from "@/lib/workspace/workspace";
import type { FactColumn } from "./prepare-facts";
import type { ComparedSide, SideSource } from "./prepare-side";

export const SIDE_CELL_CLASS = "h-7 border-b border-line px-2 whitespace-nowrap";

type SideNameProps = { workspace: Workspace; source: SideSource; side: ComparedSide | null; isBase: boolean };

/** The call or thread of a side, with a link to it. */
export function SideName({ workspace, source, side, isBase }: SideNameProps) {
  const name = side?.roots[0]?.name ?? null;
  const isThread = source.kind === "thread";
  const href = isThread
    ? threadHref(workspace.slug, source.id)
    : `/${workspace.slug}/traces/${encodeURIComponent(source.id)}`;
  return (
    <th scope="row" className={classNames(SIDE_CELL_CLASS, "max-w-[340px] truncate text-left font-normal")}>
      <Link href={href} className="text-code text-accent-text hover:underline" title={source.id}>
        {isThread ? source.id : formatShortId(source.id)}
      </Link>
      {isThread || name === null ? null : <span className="ml-2 text-code text-ink-2">{name}</span>}
      {isBase ? <span className="ml-2 text-micro text-ink-3">base</span> : null}
    </th>
  );
}

type SideFactsProps = {
  workspace: Workspace;
  side: ComparedSide | null;
  at: number;
  columns: readonly FactColumn[];
  hasThread: boolean;
};

/** The facts of a side, a cell for each column. */
export function SideFacts({ workspace, side, at, columns, hasThread }: SideFactsProps) {
  const root = side?.roots[0];
  const threadId = root?.call?.thread_id;
  return (
    <>
      {hasThread ? (
        <td className={classNames(SIDE_CELL_CLASS, "max-w-[240px] truncate")}>
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
        <td key={id} className={classNames(SIDE_CELL_CLASS, "max-w-[220px] truncate", isNumber && "text-right")}>
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
      <td className={classNames(SIDE_CELL_CLASS, "text-right text-ink-2")} title={formatFullTime(root?.startedMs)}>
        {formatTime(root?.startedMs, Date.now())}
      </td>
    </>
  );
}
