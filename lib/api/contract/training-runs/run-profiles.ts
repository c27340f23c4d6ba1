import { z } from "zod";
import { integer, projectId } from "@/lib/api/contract/scalars/scalars";

const MAX_RUN_TAGS = 20;
const MAX_RUN_NAME_LENGTH = 128;
const MAX_RUN_NOTES_LENGTH = 20_000;
const MAX_RUN_TAG_LENGTH = 64;

const tag = z
  .string()
  .trim()
  .min(1)
  .max(MAX_RUN_TAG_LENGTH)
  .regex(/^[^\n]*$/, { error: "A tag is one line" });

const tags = z
  .array(tag)
  .max(MAX_RUN_TAGS)
  .transform((names) => [...new Set(names)]);

const group = z.string().trim().min(1).max(MAX_RUN_NAME_LENGTH);

const notes = z.string().max(MAX_RUN_NOTES_LENGTH);

/** What a program may say about its run. Nothing of it replaces what a person has changed. */
export const loggedProfile = {
  tags: tags.nullish().describe("Of the run, until a person changes its tags, group, notes or name."),
  group: group.nullish().describe("The group of the run, such as its sweep; like `tags`."),
  notes: notes.nullish().describe("Like `tags`."),
};

/** Which runs a list contains, by what people wrote about them. */
export const profileSelection = {
  tags: z.array(tag).max(MAX_RUN_TAGS).nullish().describe("Only runs with each of these tags."),
  group: group.nullish().describe("Only runs of this group."),
  has_archived: z.boolean().default(true).describe("False leaves out archived runs."),
};

/** What people write about a run. Absent members stay as they are. */
export const profileChanges = {
  name: z
    .string()
    .trim()
    .min(1)
    .max(MAX_RUN_NAME_LENGTH)
    .nullish()
    .describe("Shown in place of the name that the run was started under; null shows that name again."),
  notes: notes.nullish(),
  tags: tags.nullish().describe("Replaces the tags."),
  group: group.nullish().describe("Such as a sweep; null removes the run from its group."),
  is_archived: z.boolean().nullish().describe("Archived runs stay as they are and can be left out of lists."),
};

export const runProfile = z.looseObject({
  name: z.string().nullable().describe("Null while the run has the name that it was started under."),
  notes: z.string().nullable(),
  tags: z.array(z.string()),
  group: z.string().nullable(),
  is_archived: z.boolean(),
});

export type RunProfile = z.output<typeof runProfile>;

export const runTagsRead = z.object({ project_id: projectId });

const countedName = z.looseObject({ name: z.string(), runs: integer });

export const runTags = z.looseObject({
  tags: z.array(countedName).describe("The most frequent first."),
  groups: z.array(countedName),
  archived: integer.describe("The number of archived runs."),
});

export type RunTags = z.output<typeof runTags>;
