"use client";

import { X } from "lucide-react";
import Link from "next/link";
import { PageHead } from "@/components/layout/page-head";
import type { Workspace } from "@/components/layout/use-workspace";
import { Unknown } from "@/components/table/cells";
import { FollowForm } from "@/components/training/follow-form";
import { forgetFollowed, useFollowed } from "@/components/training/followed";
import { FollowedNote } from "@/components/training/followed-note";
import { RewardCell } from "@/components/training/reward-cell";
import { Cell, HeadCell, RuledTable } from "@/components/training/ruled-table";
import { useCheckpoints } from "@/components/training/use-checkpoints";
import { Button } from "@/components/ui/button";
import { failureOf } from "@/lib/api/client/request-failure";
import { formatCount } from "@/lib/format/count";

type FollowedModelsProps = { workspace: Workspace; hrefOf: (id: string) => string };

/** The models that this browser followed, for services that list none. */
export function FollowedModels({ workspace, hrefOf }: FollowedModelsProps) {
  const ids = useFollowed(workspace.id, "models");
  return (
    <>
      <PageHead title="Models" count={`${formatCount(ids.length)} followed`} />
      <FollowedNote operation="POST /models/list" noun="models">
        <FollowForm label="Follow a model by its id" hrefOf={hrefOf} />
      </FollowedNote>
      <RuledTable label="Followed models">
        <thead>
          <tr>
            <HeadCell>Model</HeadCell>
            <HeadCell isEnd>Newest</HeadCell>
            <HeadCell isEnd className="max-md:hidden">
              Reward
            </HeadCell>
            <HeadCell>
              <span className="sr-only">Actions</span>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {ids.map((id) => (
            <FollowedModel key={id} workspace={workspace} id={id} href={hrefOf(id)} />
          ))}
        </tbody>
      </RuledTable>
    </>
  );
}

function FollowedModel({ workspace, id, href }: { workspace: Workspace; id: string; href: string }) {
  const { data, error } = useCheckpoints(workspace.connectionId, id);
  const newest = data?.at(-1);
  return (
    <tr className="hover:bg-hover">
      <Cell className="max-w-72 truncate">
        <Link href={href} className="text-code font-medium text-ink hover:underline">
          {id}
        </Link>
        {error ? <span className="block text-err">{failureOf(error).message}</span> : null}
      </Cell>
      <Cell isEnd>{newest ? `step ${formatCount(newest.step)}` : <Unknown />}</Cell>
      <Cell isEnd className="max-md:hidden">
        <RewardCell connectionId={workspace.connectionId} modelId={id} step={null} />
      </Cell>
      <Cell isEnd className="w-10">
        <Button
          kind="ghost"
          size="icon-small"
          aria-label={`Stop following ${id}`}
          onClick={() => forgetFollowed(workspace.id, "models", id)}
        >
          <X size={12} strokeWidth={2} aria-hidden="true" />
        </Button>
      </Cell>
    </tr>
  );
}
