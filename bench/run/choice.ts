import { type Benchmark, benchmarks } from "./benchmarks";

/** The benchmarks and options of the command line. */
export interface Choice {
  readonly isList: boolean;
  readonly isSmall: boolean;
  readonly isCompared: boolean;
  readonly isKept: boolean;
  readonly chosen: readonly Benchmark[];
  /** Options of the one benchmark that is named. */
  readonly options: readonly string[];
}

const FLAGS = ["--list", "--small", "--compare", "--keep"] as const;

/**
 * Reads `[NAME…] [--list] [--small] [--compare] [--keep] [options of the named benchmark]`.
 *
 * @throws Error with a sentence for an unknown name, and for options without exactly one name.
 */
export function readChoice(words: readonly string[]): Choice {
  const isSet = (flag: (typeof FLAGS)[number]) => words.includes(flag);
  const rest = words.filter((word) => !FLAGS.some((flag) => flag === word));
  const firstOption = rest.findIndex((word) => word.startsWith("-"));
  const names = firstOption < 0 ? rest : rest.slice(0, firstOption);
  const options = firstOption < 0 ? [] : rest.slice(firstOption);
  const unknown = names.find((name) => !benchmarks.some((one) => one.name === name));
  if (unknown !== undefined) {
    throw new Error(`Unknown benchmark: ${unknown}. \`npm run bench -- --list\` lists the names.`);
  }
  if (options.length > 0 && names.length !== 1) {
    throw new Error(`${options[0]} belongs to one benchmark: name it, as in npm run bench -- engine ${options[0]}.`);
  }
  return {
    isList: isSet("--list"),
    isSmall: isSet("--small"),
    isCompared: isSet("--compare"),
    isKept: isSet("--keep"),
    chosen: names.length === 0 ? benchmarks : benchmarks.filter(({ name }) => names.includes(name)),
    options,
  };
}
