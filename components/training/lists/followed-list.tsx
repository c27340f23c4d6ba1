import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { PageHead } from "@/components/ui/page-head";
import { formatCount } from "@/lib/format/count";
import { FollowForm } from "./follow-form";
import { type FollowedKind, removeFollowed, useFollowed } from "./followed-ids";
import { FollowedNote } from "./followed-note";
import { RuledTable, RuledTableCell, RuledTableHeadCell } from "./ruled-table";

type FollowedListProps = {
  workspaceId: string;
  kind: FollowedKind;
  title: string;
  /** The noun of an item: `job`, `model`. */
  noun: string;
  /** The operation that would list the items. */
  operation: string;
  hrefOf: (id: string) => string;
  /** Headers of the columns between the id and the button. */
  heads: ReactNode;
  children: (id: string) => ReactNode;
};

/** The items followed in this browser, for services that do not list them. */
export function FollowedList(props: FollowedListProps) {
  const { workspaceId, kind, title, noun, operation, hrefOf, heads, children } = props;
  const ids = useFollowed(workspaceId, kind);
  return (
    <>
      <PageHead title={title} count={`${formatCount(ids.length)} followed`} />
      <FollowedNote operation={operation} noun={kind}>
        <FollowForm label={`Follow a ${noun} by its id`} hrefOf={hrefOf} />
      </FollowedNote>
      <RuledTable label={`Followed ${kind}`}>
        <thead>
          <tr>
            <RuledTableHeadCell className="first-letter:uppercase">{noun}</RuledTableHeadCell>
            {heads}
            <RuledTableHeadCell>
              <span className="sr-only">Actions</span>
            </RuledTableHeadCell>
          </tr>
        </thead>
        <tbody>{ids.map(children)}</tbody>
      </RuledTable>
    </>
  );
}

type FollowedRowProps = {
  workspaceId: string;
  kind: FollowedKind;
  id: string;
  href: string;
  /** The reason why no data is available; null where there is data. */
  problem: string | null;
  children: ReactNode;
};

/** One item, with a button that stops following it. */
export function FollowedRow({ workspaceId, kind, id, href, problem, children }: FollowedRowProps) {
  return (
    <tr className="hover:bg-hover">
      <RuledTableCell className="max-w-72 truncate max-md:max-w-36">
        <Link href={href} className="text-code font-medium text-ink hover:underline">
          {id}
        </Link>
        {problem === null ? null : <span className="block text-err">{problem}</span>}
      </RuledTableCell>
      {children}
      <RuledTableCell isEnd className="w-10">
        <Button
          kind="ghost"
          size="icon-small"
          aria-label={`Stop following ${id}`}
          onClick={() => removeFollowed(workspaceId, kind, id)}
        >
          <X size={12} strokeWidth={2} aria-hidden="true" />
        </Button>
      </RuledTableCell>
    </tr>
  );
}
