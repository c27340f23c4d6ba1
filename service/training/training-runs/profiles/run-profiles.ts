import { type RawBuilder, type Selectable, sql } from "kysely";
import type { RunProfile, RunTags } from "@/lib/api/contract/training-runs/run-profiles";
import type { TrainingRun, TrainingRunDetail, TrainingRunUpdate } from "@/lib/api/contract/training-runs/training-runs";
import type { ServiceState } from "@/service/kernel/state/open-state";
import type { StateSchema } from "@/service/kernel/state/state-schema";
import { wordsCondition } from "@/service/kernel/state/words-condition";

type ProfileRow = Selectable<StateSchema["run_profile"]>;

/** Which runs a list contains, by what people wrote about them. */
export interface ProfileSelection {
  readonly tags?: readonly string[] | null | undefined;
  readonly group?: string | null | undefined;
  readonly has_archived?: boolean | undefined;
}

/** SQLite limits the parameters of a statement. */
const IDS_PER_QUERY = 500;

const NO_PROFILE: RunProfile = { name: null, notes: null, tags: [], group: null, is_archived: false };

const tagsText = (tags: readonly string[]) => (tags.length === 0 ? "" : `\n${tags.join("\n")}\n`);

const profileOf = (row: ProfileRow): RunProfile => ({
  name: row.name,
  notes: row.notes,
  tags: row.tags.split("\n").filter(Boolean),
  group: row.run_group,
  is_archived: row.is_archived === 1,
});

/** The columns of profiles that words are searched in, for a query that joins `run_profile`. */
const SEARCHED = ["run_profile.name", "run_profile.tags", "run_profile.run_group", "run_profile.notes"];

/**
 * Returns the condition of a list that joins `run_profile`.
 *
 * @param columns of the list's own that words are searched in, too
 */
export function profileCondition(
  columns: readonly string[],
  words: readonly string[],
  { tags, group, has_archived: hasArchived = true }: ProfileSelection,
): RawBuilder<boolean> {
  const conditions = [
    wordsCondition([...columns, ...SEARCHED], words),
    // `like` would find another case in SQLite.
    ...(tags ?? []).map((tag) => sql`replace(run_profile.tags, ${tagsText([tag])}, '') <> run_profile.tags`),
    ...(group == null ? [] : [sql`run_profile.run_group = ${group}`]),
    ...(hasArchived ? [] : [sql`coalesce(run_profile.is_archived, 0) = 0`]),
  ];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** Returns whether a run is in a list, where its profile is in another database than the run. */
export function isSelected(
  name: string,
  profile: RunProfile = NO_PROFILE,
  words: readonly string[],
  { tags, group, has_archived: hasArchived = true }: ProfileSelection,
): boolean {
  const text = [name, profile.name, ...profile.tags, profile.group, profile.notes].join("\n").toLowerCase();
  return (
    words.every((word) => text.includes(word.toLowerCase())) &&
    (tags ?? []).every((tag) => profile.tags.includes(tag)) &&
    (group == null || profile.group === group) &&
    (hasArchived || !profile.is_archived)
  );
}

function described<Run extends TrainingRun>(run: Run, { name, ...profile }: RunProfile = NO_PROFILE) {
  const named = name === null || name === run.name ? {} : { name, given_name: run.name };
  return { ...run, ...named, ...profile };
}

function counted(names: Iterable<string>): RunTags["tags"] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([name, runs]) => ({ name, runs }))
    .sort((left, right) => right.runs - left.runs || (left.name < right.name ? -1 : 1));
}

/** Names, notes, tags and groups of training runs of any kind, in the service's state. */
export class RunProfiles {
  readonly #state: ServiceState;

  constructor(state: ServiceState) {
    this.#state = state;
  }

  /** Returns the profiles of runs, by their ids as clients see them; of all runs of the project by default. */
  async read(projectId: string, ids?: readonly string[]): Promise<ReadonlyMap<string, RunProfile>> {
    const query = this.#state.selectFrom("run_profile").selectAll().where("project_id", "=", projectId);
    const rows: ProfileRow[] = [];
    if (ids === undefined) rows.push(...(await query.execute()));
    for (let at = 0; ids !== undefined && at < ids.length; at += IDS_PER_QUERY)
      rows.push(...(await query.where("run_id", "in", ids.slice(at, at + IDS_PER_QUERY)).execute()));
    return new Map(rows.map((row) => [row.run_id, profileOf(row)]));
  }

  /** Returns lines of a list with the names, tags and groups that people gave their runs. */
  async describe(projectId: string, runs: readonly TrainingRun[]): Promise<TrainingRun[]> {
    const ids = runs.map(({ id }) => id);
    const profiles = await this.read(projectId, ids);
    return runs.map((run) => {
      const { notes: _notes, ...line } = described(run, profiles.get(run.id));
      return line;
    });
  }

  /** Returns a run with what people wrote about it. */
  async describeInDetail(projectId: string, run: TrainingRunDetail): Promise<TrainingRunDetail> {
    return described(run, (await this.read(projectId, [run.id])).get(run.id));
  }

  /** Stores what a person changes of a run that exists. */
  async update({ project_id, run_id, ...changes }: TrainingRunUpdate, userId: string): Promise<RunProfile> {
    return await this.#state.transaction().execute(async (transaction) => {
      const before = (await new RunProfiles(transaction).read(project_id, [run_id])).get(run_id) ?? NO_PROFILE;
      const profile: RunProfile = {
        name: changes.name === undefined ? before.name : changes.name,
        notes: changes.notes === undefined ? before.notes : changes.notes || null,
        tags: changes.tags === undefined ? before.tags : (changes.tags ?? []),
        group: changes.group === undefined ? before.group : changes.group,
        is_archived: changes.is_archived ?? before.is_archived,
      };
      await store(transaction, { project_id, run_id, user_id: userId }, profile, true);
      return profile;
    });
  }

  /** Counts tags and groups. @param isThere whether a run exists: those of deleted models do not count */
  async tags(projectId: string, isThere: (runId: string) => boolean): Promise<RunTags> {
    const profiles = [...(await this.read(projectId))].flatMap(([id, profile]) => (isThere(id) ? profile : []));
    return {
      tags: counted(profiles.flatMap(({ tags }) => tags)),
      groups: counted(profiles.flatMap(({ group }) => group ?? [])),
      archived: profiles.filter(({ is_archived: isArchived }) => isArchived).length,
    };
  }
}

interface ProfileOwner {
  readonly project_id: string;
  readonly run_id: string;
  readonly user_id: string;
}

/** @param isEdited by a person; without, a profile that a person changed stays as it is */
async function store(state: ServiceState, owner: ProfileOwner, profile: RunProfile, isEdited: boolean): Promise<void> {
  const row = {
    name: profile.name,
    notes: profile.notes,
    tags: tagsText(profile.tags),
    run_group: profile.group,
    is_archived: profile.is_archived ? 1 : 0,
    is_edited: isEdited ? 1 : 0,
    updated_at: new Date().toISOString(),
    user_id: owner.user_id,
  };
  await state
    .insertInto("run_profile")
    .values({ ...owner, ...row })
    .onConflict((conflict) => {
      const update = conflict.columns(["project_id", "run_id"]).doUpdateSet(row);
      return isEdited ? update : update.where("run_profile.is_edited", "=", 0);
    })
    .execute();
}

/** Stores what a program says about its run, as long as no person has changed it. */
export async function storeLoggedProfile(
  state: ServiceState,
  owner: ProfileOwner,
  said: Partial<Pick<RunProfile, "tags" | "group" | "notes">>,
): Promise<void> {
  if (Object.keys(said).length === 0) return;
  const before = (await new RunProfiles(state).read(owner.project_id, [owner.run_id])).get(owner.run_id);
  await store(state, owner, { ...NO_PROFILE, ...before, ...said }, false);
}

/** Removes what is known of a run that is deleted. */
export async function deleteProfile(state: ServiceState, projectId: string, runId: string): Promise<void> {
  await state.deleteFrom("run_profile").where("project_id", "=", projectId).where("run_id", "=", runId).execute();
}
