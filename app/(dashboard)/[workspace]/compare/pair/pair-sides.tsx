import Link from "next/link";
import type { SideNode } from "@/app/(dashboard)/[workspace]/compare/sides/prepare-side";
import { SideLetter } from "@/app/(dashboard)/[workspace]/compare/sides/side-letter";
import { formatDuration } from "@/lib/format/duration";
import { formatShortId } from "@/lib/format/identifier";
import { MISSING } from "@/lib/format/missing";
import { formatCallCost } from "@/lib/format/money";
import { formatTokens } from "@/lib/format/tokens";
import type { Workspace } from "@/lib/workspace/workspace";

type PairSidesProps = {
  workspace: Workspace;
  nodes: readonly (SideNode | null)[];
  columns: readonly [number, number];
  isPhone: boolean;
};

/** The header of each half of the pair: its side, its figures, and a link to the call. */
export function PairSides({ workspace, nodes, columns }: PairSidesProps) {
  return (
    <div className="grid flex-none grid-cols-2 border-y border-line bg-sunken text-small max-md:grid-cols-1">
      {columns.map((column, at) => (
        <div
          key={column}
          className="flex h-7 min-w-0 items-center gap-2 pr-3 pl-4 whitespace-nowrap max-md:px-3 md:[&+&]:border-l md:[&+&]:border-line"
        >
          <SideLetter column={column} />
          <SideFacts workspace={workspace} node={nodes[at] ?? null} />
        </div>
      ))}
    </div>
  );
}

function SideFacts({ workspace, node }: { workspace: Workspace; node: SideNode | null }) {
  if (node === null) return <span className="text-ink-3">has no matching call</span>;
  const { tokensIn, tokensOut, costUsd } = node.usage;
  const facts = [
    formatDuration(node.durationMs),
    tokensIn === null ? null : `${formatTokens(tokensIn)} in`,
    tokensOut === null ? null : `${formatTokens(tokensOut)} out`,
    costUsd === null ? null : formatCallCost(costUsd),
  ].filter((fact) => fact !== null && fact !== MISSING);
  return (
    <>
      <b className="truncate text-code font-medium">{node.name}</b>
      <span className="truncate text-ink-3">{facts.join(", ")}</span>
      <Link
        href={`/${workspace.slug}/traces/${encodeURIComponent(node.id)}`}
        className="ml-auto flex-none text-code text-accent-text hover:underline"
        title={node.id}
      >
        {formatShortId(node.id)}
      </Link>
    </>
  );
}
