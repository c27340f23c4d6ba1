import { AS_READ, AS_READ_MAPPING, type ImportMapping, NOTHING } from "./import-mapping";

/** Options of a command line that map records, for `parseArgs` of Node. */
export const MAPPING_OPTIONS = {
  thread: { type: "string" },
  user: { type: "string" },
  tags: { type: "string" },
  score: { type: "string", multiple: true },
  "leave-out": { type: "string", multiple: true },
} as const;

/** The values of these options; undefined for those that are not given. */
export interface MappingValues {
  readonly thread?: string | undefined;
  readonly user?: string | undefined;
  readonly tags?: string | undefined;
  readonly score?: readonly string[] | undefined;
  readonly "leave-out"?: readonly string[] | undefined;
}

/** A path into the attributes of calls, each name after a dot. */
const PATH = /^attributes(?:\.[^.]+)+$/;

/** An option that cannot be read; the message is a sentence for the user. */
export class MappingOptionError extends Error {
  override readonly name = "MappingOptionError";
}

function fieldOf(name: string, choice: string = AS_READ): string {
  if (choice === AS_READ || choice === NOTHING || PATH.test(choice)) return choice;
  throw new MappingOptionError(`--${name} takes a path such as attributes.langfuse.metadata.channel, or ${NOTHING}.`);
}

/** `quality=helpfulness` as the two names; with nothing after the sign, the score is left out. */
function scoreOf(text: string): [from: string, to: string] {
  const at = text.lastIndexOf("=");
  if (at < 1) throw new MappingOptionError("--score takes NAME=NEWNAME, or NAME= for a score that is left out.");
  return [text.slice(0, at), text.slice(at + 1)];
}

/** Returns the mapping that options describe. @throws MappingOptionError */
export function readMappingOptions(values: MappingValues): ImportMapping {
  return {
    ...AS_READ_MAPPING,
    leftOut: (values["leave-out"] ?? []).map((kind) => kind.replace(" -> ", " → ")),
    thread: fieldOf("thread", values.thread),
    user: fieldOf("user", values.user),
    tags: fieldOf("tags", values.tags),
    scores: Object.fromEntries((values.score ?? []).map(scoreOf)),
  };
}
