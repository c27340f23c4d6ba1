import { z } from "zod";

const MAX_COMMAND_LENGTH = 10_000;
const MAX_TEXT_LENGTH = 1000;
const MAX_VERSIONS = 500;

const text = z.string().max(MAX_TEXT_LENGTH).nullish();

const members = {
  program: text.describe("The training program, such as `TRL`."),
  command: z.string().max(MAX_COMMAND_LENGTH).nullish().describe("With its arguments."),
  folder: text,
  repository: text,
  branch: text,
  commit: text.describe("Of git."),
  has_changes: z.boolean().nullish().describe("True if files differed from the commit."),
  started_at: text.describe("When the program started, by its files."),
  host: text,
  system: text.describe("The operating system."),
  devices: text.describe("Such as `8 × NVIDIA H100`."),
  versions: z
    .record(z.string().min(1).max(200), z.string().max(200))
    .refine((versions) => Object.keys(versions).length <= MAX_VERSIONS, { error: `At most ${MAX_VERSIONS} versions` })
    .nullish()
    .describe("Of packages and programs, by name."),
};

/** What a program says about where it was started. What looks like a secret is removed before it is stored. */
export const loggedOrigin = z.object(members);

/** Where a run was started. */
export const runOrigin = z.looseObject(members);

export type RunOrigin = z.output<typeof runOrigin>;
