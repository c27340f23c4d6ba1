import { z } from "zod";
import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import type { OpenWorkspace } from "@/lib/api/server/mcp/service/agent-reader";
import type { ObjectKey } from "@/lib/object/object-key";
import { digestOfGroup, figuresRequest, scoresRequest } from "@/lib/object/version-figures";
import { figureRow, figureRowOf } from "./figure-row";
import { listScores } from "./score-figures";
import { scoreRow, scoreRowOf } from "./score-row";
import type { Bounds } from "./shared-input";
import { needing, unlessUnsupported } from "./unsupported";

/** What the calls of one version say. */
export const versionFigures = figureRow.extend({ scores: z.array(scoreRow) });

type VersionFigures = z.infer<typeof versionFigures>;

/** Reads the figures and scores of the calls of versions, by digest. A version that is not among them has no calls. */
export async function readVersionFigures(
  workspace: OpenWorkspace,
  object: ObjectKey,
  versions: readonly ObjectVersion[],
  bounds: Bounds,
): Promise<ReadonlyMap<string | null, VersionFigures>> {
  const counted = { projectId: workspace.projectId, object, versions };
  const { service } = workspace;
  const [{ groups }, listed] = await Promise.all([
    needing(
      "calls.stats",
      "Leave figures out.",
      service.call("calls.stats", { body: figuresRequest(counted, bounds) }),
    ),
    listScores(workspace),
  ]);
  const body = scoresRequest(counted, listed ?? [], bounds);
  const scored = body === null ? null : await unlessUnsupported(service.call("scores.figures", { body }));
  const scoresOf = (digest: string | null) =>
    (scored?.scores ?? []).flatMap(({ field, groups: values }) => {
      const figures = values.find(({ value }) => digestOfGroup(value) === digest);
      return figures === undefined ? [] : [scoreRowOf(field, figures)];
    });
  return new Map(
    (groups[0]?.values ?? []).map(({ value, ...figures }) => {
      const digest = digestOfGroup(value);
      return [digest, { ...figureRowOf(figures), scores: scoresOf(digest) }];
    }),
  );
}
