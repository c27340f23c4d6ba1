import { z } from "zod";
import { rangeStart } from "@/lib/api/contract/scalars/range-start";
import { integer, projectId, timestamp, timestampIn } from "@/lib/api/contract/scalars/scalars";

const deploymentName = z.string().trim().min(1, { error: "Enter a name" }).max(128);

/** Pages open it in the browser, so that it is a web address and nothing else. */
const link = z
  .url({ protocol: /^https?$/, error: "Enter an address that begins with https:// or http://" })
  .max(2048)
  .nullish();

export const deploymentsOfRange = z.object({
  project_id: projectId,
  after: rangeStart,
  before: timestampIn.nullish().describe("Exclusive upper bound. Defaults to now."),
});

export const deploymentMark = z.object({
  project_id: projectId,
  name: deploymentName.describe("What was deployed."),
  at: timestampIn.nullish().describe("Defaults to now."),
  note: z.string().max(4000).default(""),
  url: link,
});

export const deploymentById = z.object({ project_id: projectId, deployment_id: z.string().min(1).max(128) });

/** A change of what runs, as a program or a person named it. */
export const deployment = z.looseObject({
  id: z.string(),
  name: z.string(),
  at: timestamp,
  note: z.string(),
  url: z.string().nullable(),
  created_by: z.string().nullable(),
});

export type Deployment = z.output<typeof deployment>;

export const deploymentsList = z.looseObject({
  /** The newest 200 of the range, the earliest first. */
  deployments: z.array(deployment),
  /**
   * Values of `attributes.release` whose first call is in the range, the earliest first. What is seen in the first 24th of the
   * range may be older. Null where there are too many calls to look in time.
   */
  releases: z.array(z.looseObject({ release: z.string(), at: timestamp, call_count: integer })).nullable(),
});

export type DeploymentsList = z.output<typeof deploymentsList>;
