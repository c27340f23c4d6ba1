import type { ResultOf } from "@/lib/api/contract/operations";
import { stepInPath } from "@/lib/import/runs/read-run-value";
import type { RunEntry, RunProgram, SavedRunRollout } from "@/lib/import/runs/run-entry";
import {
  GroupPlaces,
  isTrainingStepZero,
  metricRequests,
  type RunRequest,
  type RunTarget,
  rolloutRequests,
  type SavedIteration,
} from "@/lib/import/runs/run-requests";
import { type LeftOut, LeftOutList } from "@/lib/import/values/left-out";
import { FileMetrics } from "./file-metrics";
import type { FolderFile } from "./folder-files";
import { CommandLineError } from "./import-target";
import { findRunFiles, readRunFile } from "./run-files";
import { findRunLog, readLogParts } from "./run-log";
import { findSettingsFiles, readSettings, versionOf } from "./run-settings";

export type RunResult = Partial<ResultOf<"trainingRuns.log">>;

/** A value of a file that was not understood. */
interface SkippedValue {
  /** Its file and its position there. */
  readonly place: string;
  readonly reason: string;
}

/** The data that one pass over the files stored. */
export interface RoundResult {
  readonly iterations: number;
  readonly rollouts: number;
  readonly programs: readonly RunProgram[];
  readonly skipped: readonly SkippedValue[];
  /** Parts of the values read that are not stored. */
  readonly leftOut: readonly LeftOut[];
}

/** The rollouts of one step in a file. */
interface StepRollouts {
  readonly step: number;
  readonly rollouts: SavedRunRollout[];
}

/** Rollouts of a step that are kept in memory before they are sent. */
const MAX_HELD = 1000;

/** Imports the files of one run, and what changes in them. */
export class RunImporter {
  readonly #path: string;
  readonly #target: RunTarget;
  readonly #send: (request: RunRequest) => Promise<RunResult>;
  readonly #isFollowed: boolean;
  /** Size and time of the files that are stored, by path. */
  readonly #known = new Map<string, string>();
  /** The metrics that are stored, by step. */
  readonly #metrics = new Map<number, string>();
  /** The settings that are stored: the version of their files, and what was sent. */
  #settings = { version: "", text: "" };
  /** The file of the trainer's log that is stored, and up to which byte. */
  #log = { path: "", end: 0 };
  /** True once the run exists. */
  #hasRun = false;
  /** 1 when the program counts its steps from 0: iterations count from 1. */
  #offset: 0 | 1 | null = null;

  #iterations = new Set<number>();
  #programs = new Set<RunProgram>();
  #skipped: SkippedValue[] = [];
  #leftOut = new LeftOutList();
  #rollouts = 0;

  /**
   * @param isFollowed the last line of a file may be incomplete, because the program still writes it
   */
  constructor(path: string, target: RunTarget, send: (request: RunRequest) => Promise<RunResult>, isFollowed: boolean) {
    this.#path = path;
    this.#target = target;
    this.#send = send;
    this.#isFollowed = isFollowed;
  }

  /**
   * Stores what changed since the last round.
   *
   * @throws CommandLineError when two files contain the rollouts of the same step
   */
  async round(): Promise<RoundResult> {
    this.#iterations = new Set();
    this.#programs = new Set();
    this.#skipped = [];
    this.#leftOut = new LeftOutList();
    this.#rollouts = 0;
    const files = await findRunFiles(this.#path);
    const changed = files.filter((file) => this.#known.get(file.path) !== versionOf([file]));
    const isFromZero = stepFiles(files).has(0);
    this.#offset ??= isFromZero ? 1 : await this.#findOffset(changed);
    for (const file of changed) {
      await this.#import(file);
      this.#known.set(file.path, versionOf([file]));
    }
    await this.#importSettings();
    await this.#importLog();
    return {
      iterations: this.#iterations.size,
      rollouts: this.#rollouts,
      programs: [...this.#programs].sort(),
      skipped: this.#skipped,
      leftOut: this.#leftOut.all,
    };
  }

  /** Stores what the files say about how the run was set up. Without a step there is no run yet. */
  async #importSettings(): Promise<void> {
    this.#hasRun ||= this.#iterations.size > 0;
    const files = this.#hasRun ? await findSettingsFiles(this.#path) : [];
    const version = versionOf(files);
    if (files.length === 0 || version === this.#settings.version) return;
    const { settings, unreadable } = await readSettings(this.#path, files);
    if (!this.#isFollowed) this.#skipped.push(...unreadable.map(({ path, reason }) => ({ place: path, reason })));
    const text = JSON.stringify(settings);
    if (text !== this.#settings.text && text !== "{}") {
      const { config, model, origin, seconds } = settings;
      await this.#send({
        ...this.#target,
        ...(config === undefined ? {} : { config: { ...config } }),
        ...(model === undefined ? {} : { model }),
        ...(origin === undefined ? {} : { origin }),
        ...(seconds === undefined ? {} : { seconds }),
      });
    }
    this.#settings = { version, text };
  }

  /** Stores what the trainer printed since the last round. Without a step there is no run yet. */
  async #importLog(): Promise<void> {
    const file = this.#hasRun ? await findRunLog(this.#path) : null;
    if (file === null || (file.path === this.#log.path && file.bytes <= this.#log.end)) return;
    const from = file.path === this.#log.path ? this.#log.end : 0;
    for await (const { end, ...printed } of readLogParts(file, from, this.#isFollowed)) {
      const { stored_text: isStored } = await this.#send({ ...this.#target, printed });
      if (isStored !== true)
        this.#leftOut.add(
          isStored === false ? "Of a log 4 MiB are stored." : "This version of the service stores no log of a run.",
          file.path,
        );
      this.#log = { path: file.path, end };
    }
  }

  /** Returns null while there is nothing to count. */
  async #findOffset(changed: readonly FolderFile[]): Promise<0 | 1 | null> {
    if (changed.length === 0) return null;
    for (const { path } of changed.filter(({ path }) => stepInPath(path) === null)) {
      for await (const found of readRunFile(path)) {
        if (found.kind === "value" && found.value.entries.some(isTrainingStepZero)) return 1;
      }
    }
    return 0;
  }

  async #import({ path }: FolderFile): Promise<void> {
    const places = new Map<number, GroupPlaces>();
    const metrics = new FileMetrics();
    let held: StepRollouts | null = null;
    for await (const found of readRunFile(path)) {
      const place = placeIn(path, found.filePosition);
      if (found.kind === "skipped") {
        if (!(this.#isFollowed && found.isLast)) this.#skipped.push({ place, reason: found.reason });
        continue;
      }
      if (found.value.program !== null) this.#programs.add(found.value.program);
      for (const entry of found.value.entries) {
        for (const reason of entry.leftOut ?? []) this.#leftOut.add(reason, place);
        metrics.add(entry);
        held = await this.#hold(held, entry, places);
      }
    }
    if (held) await this.#sendRollouts(held, places);
    await this.#sendMetrics(metrics, path);
  }

  /** Adds the rollouts of an entry to those of the same step, and sends those of the step before. */
  async #hold(
    held: StepRollouts | null,
    { step, rollouts }: RunEntry,
    places: Map<number, GroupPlaces>,
  ): Promise<StepRollouts | null> {
    if (rollouts.length === 0) return held;
    if (held?.step === step && held.rollouts.length < MAX_HELD) {
      held.rollouts.push(...rollouts);
      return held;
    }
    if (held) await this.#sendRollouts(held, places);
    return { step, rollouts: [...rollouts] };
  }

  async #sendRollouts({ step, rollouts }: StepRollouts, places: Map<number, GroupPlaces>): Promise<void> {
    const own = places.get(step) ?? new GroupPlaces();
    places.set(step, own);
    const iteration = step + (this.#offset ?? 0);
    for (const request of rolloutRequests(this.#target, iteration, rollouts, own)) await this.#send(request);
    this.#iterations.add(iteration);
    this.#rollouts += rollouts.length;
  }

  /** Sends the metrics of a file's steps, except those that are stored. */
  async #sendMetrics({ steps, restarts }: FileMetrics, path: string): Promise<void> {
    const offset = this.#offset ?? 0;
    const changed: SavedIteration[] = [];
    const texts = new Map<number, string>();
    for (const [step, { metrics, at }] of steps) {
      const iteration = step + offset;
      if (iteration === 0) {
        this.#leftOut.add("Step 0 of a program that counts from 1 is a validation before the training.", path);
        continue;
      }
      const text = JSON.stringify([metrics, at]);
      if (this.#metrics.get(step) === text) continue;
      texts.set(step, text);
      changed.push({ iteration, metrics, at });
    }
    for (const request of metricRequests(this.#target, changed)) await this.#sendIterations(request);
    if (changed.length > 0 && restarts.size > 0)
      await this.#send({ ...this.#target, restarts: [...restarts].map((step) => step + offset) });
    for (const [step, text] of texts) this.#metrics.set(step, text);
    for (const { iteration } of changed) this.#iterations.add(iteration);
  }

  /** A service of an earlier version stores one iteration at a time. */
  async #sendIterations({ iterations = [], ...request }: RunRequest): Promise<void> {
    const { stored_iterations: stored } = await this.#send({ ...request, iterations });
    if (stored === iterations.length) return;
    for (const { iteration, metrics = {} } of iterations) await this.#send({ ...request, iteration, metrics });
  }
}

/** Returns `file:3` for a line, else the file with the position. */
function placeIn(path: string, filePosition: string): string {
  const [, number] = /^(?:line|row) (\d+)$/.exec(filePosition) ?? [];
  return number === undefined ? `${path}, ${filePosition}` : `${path}:${number}`;
}

/** Returns the files whose path contains their step. @throws CommandLineError when a step has two */
function stepFiles(files: readonly FolderFile[]): ReadonlyMap<number, string> {
  const steps = new Map<number, string>();
  for (const { path } of files) {
    const step = stepInPath(path);
    if (step === null) continue;
    const other = steps.get(step);
    if (other !== undefined)
      throw new CommandLineError(`Step ${step} is in two files, ${other} and ${path}. Import the folder of one run.`);
    steps.set(step, path);
  }
  return steps;
}
