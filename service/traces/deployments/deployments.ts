import { v7 as uuid7 } from "uuid";
import type { Deployment, DeploymentsList } from "@/lib/api/contract/deployments/deployments";
import type { InputOf } from "@/lib/api/contract/operations";
import type { Identity } from "@/service/kernel/access/identity";
import { InvalidRequestError, NotFoundError } from "@/service/kernel/errors/service-errors";
import { StoreTimeout } from "@/service/kernel/errors/store-errors";
import type { ServiceState } from "@/service/kernel/state/open-state";
import { timeOf } from "@/service/traces/calls/figures-range";
import type { HandlerContext } from "@/service/traces/handlers/handler";
import { type EngineTime, engineTimeNow, microsOf, toWireTime } from "@/service/traces/store/engine/timestamps";
import { type ReleaseRow, releasesQuery } from "@/service/traces/store/figures/releases-query";
import { type DeploymentRecord, DeploymentRecords, type TimeSpan } from "./deployment-records";

type Reader = Pick<HandlerContext, "store" | "signal">;

const MAX_LISTED = 200;

/** A look at releases reads the attributes of each call of the range. */
const RELEASES_TIMEOUT_MS = 5_000;

/** The first part of a range, in which a release may be older than its first call there. */
const FIRST_PART = 24n;

/** Changes of what runs: those that programs and people mark, and the releases that calls name. */
export class Deployments {
  readonly #records: DeploymentRecords;

  constructor(state: ServiceState) {
    this.#records = new DeploymentRecords(state);
  }

  /** @throws InvalidRequestError for a range that ends before it begins */
  async list(
    reader: Reader,
    { project_id: projectId, ...body }: InputOf<"deployments.list">["body"],
  ): Promise<DeploymentsList> {
    const span = { after: timeOf(body.after, "after"), before: timeOf(body.before, "before") };
    if (span.after !== null && span.before !== null && span.after > span.before) {
      throw new InvalidRequestError("after must not be later than before");
    }
    const [deployments, releases] = await Promise.all([
      this.#records.list(projectId, span, MAX_LISTED),
      readReleases(reader, projectId, span),
    ]);
    return { deployments: deployments.map(describe), releases };
  }

  async mark(
    { project_id: projectId, name, at, note, url }: InputOf<"deployments.mark">["body"],
    { userId }: Identity,
  ): Promise<Deployment> {
    const record = { projectId, name, note, url: url ?? null, at: timeOf(at, "at") ?? engineTimeNow(), userId };
    const id = await this.#records.save({ ...record, id: uuid7() });
    return describe({ ...record, id });
  }

  /** @throws NotFoundError */
  async remove(projectId: string, id: string): Promise<void> {
    if (await this.#records.remove(projectId, id)) return;
    throw new NotFoundError(`Deployment ${id.slice(0, 128)} not found`);
  }
}

function describe({ id, name, at, note, url, userId }: DeploymentRecord): Deployment {
  return { id, name, at: toWireTime(at), note, url, created_by: userId };
}

/** Returns the releases that begin in a range, the earliest first; null when there are too many calls to look in time. */
async function readReleases({ store, signal }: Reader, projectId: string, span: TimeSpan) {
  try {
    const query = { ...releasesQuery(projectId, span, MAX_LISTED), timeoutMs: RELEASES_TIMEOUT_MS, signal };
    const rows = await store.read<ReleaseRow>(query);
    return rows
      .filter(({ firstAt, begin }) => isAfterFirstPart(firstAt, { ...span, after: span.after ?? begin }))
      .map(({ release, firstAt, calls }) => ({ release, at: toWireTime(firstAt), call_count: calls }))
      .reverse();
  } catch (error) {
    if (error instanceof StoreTimeout) return null;
    throw error;
  }
}

function isAfterFirstPart(time: EngineTime, { after, before }: { after: EngineTime; before: EngineTime | null }) {
  const [from, to] = [microsOf(after), microsOf(before ?? engineTimeNow())];
  return microsOf(time) >= from + (to - from) / FIRST_PART;
}
