"use client";

import { Unknown } from "@/components/table/cells";
import { FollowedList, FollowedRow } from "@/components/training/lists/followed-list";
import { RuledTableCell, RuledTableHeadCell } from "@/components/training/lists/ruled-table";
import { RewardCell } from "@/components/training/models/reward-cell";
import { useCheckpoints } from "@/components/training/models/use-checkpoints";
import { failureOf } from "@/lib/api/client/request-failure";
import { formatCount } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";

type FollowedModelsProps = { workspace: Workspace; hrefOf: (id: string) => string };

/** The models that this browser follows, for services that do not list models. */
export function FollowedModels({ workspace, hrefOf }: FollowedModelsProps) {
  return (
    <FollowedList
      workspaceId={workspace.id}
      kind="models"
      title="Models"
      noun="model"
      operation="POST /models/list"
      hrefOf={hrefOf}
      heads={
        <>
          <RuledTableHeadCell isEnd>Newest</RuledTableHeadCell>
          <RuledTableHeadCell isEnd className="max-md:hidden">
            Reward
          </RuledTableHeadCell>
        </>
      }
    >
      {(id) => <FollowedModel key={id} workspace={workspace} id={id} href={hrefOf(id)} />}
    </FollowedList>
  );
}

function FollowedModel({ workspace, id, href }: { workspace: Workspace; id: string; href: string }) {
  const { data, error } = useCheckpoints(workspace.connectionId, id);
  const newest = data?.at(-1);
  const problem = error ? failureOf(error).message : null;
  return (
    <FollowedRow workspaceId={workspace.id} kind="models" id={id} href={href} problem={problem}>
      <RuledTableCell isEnd>{newest ? `step ${formatCount(newest.step)}` : <Unknown />}</RuledTableCell>
      <RuledTableCell isEnd className="max-md:hidden">
        <RewardCell connectionId={workspace.connectionId} modelId={id} step={null} />
      </RuledTableCell>
    </FollowedRow>
  );
}
