import { z } from "zod";
import { type ValidationItem, validationItems } from "@/lib/api/contract/errors/validation";
import { trajectory, trajectoryGroup } from "@/lib/api/contract/training/trajectories";
import { errorMessage } from "@/lib/guard/error-message";
import type { JsonPath } from "@/lib/json/scan/json-slices";
import { type AnswerShares, AnswerSums } from "@/service/training/answers/answer-shares";
import { sampledAnswer } from "@/service/training/answers/sampled-answer";
import { type GroupText, groupLabel, groupTitle } from "./group-text";
import { type JsonPiece, JsonPieces, JsonSyntaxError } from "./json-pieces";
import { MeansByName, SplitMetrics } from "./split-metrics";

/** The location of a value in the stored body: byte offset and length. */
export type ByteRange = readonly [start: number, length: number];

/** A group of a batch: the locations of its parts, and copies of the members that are read often. */
export interface GroupRecord extends GroupText {
  readonly exceptionCount: number;
  readonly rewards: readonly number[];
  readonly trajectories: readonly ByteRange[];
  /** The members besides `trajectories`, by name. */
  readonly members: Readonly<Record<string, ByteRange>>;
}

/** The contents of a body of trajectory groups, without its trajectories. */
export interface BatchContents {
  readonly groups: readonly GroupRecord[];
  readonly trajectoryCount: number;
  readonly exceptionCount: number;
  readonly metrics: Readonly<Record<string, number>>;
  /** The mean step of the checkpoints that sampled its trajectories; null where none says it. */
  readonly policyVersion: number | null;
  /** The same as trajectories by step; null where none says it. */
  readonly policyVersions: Readonly<Record<string, number>> | null;
  readonly answers: AnswerShares;
  /** The declared members besides the groups, checked. */
  readonly members: Readonly<Record<string, unknown>>;
  /** The same as text, as they were sent: numbers keep their digits. */
  readonly memberTexts: ReadonlyMap<string, string>;
}

/** As large as the limit of other requests. A trajectory of 32 MiB contains some 300,000 tokens with their logprobs. */
const MAX_VALUE_BYTES = 32 * 1024 * 1024;
const MAX_DEPTH = 512;

/** More faults than this help no one. */
const MAX_PROBLEMS = 100;

const GROUPS = "trajectory_groups";
const TRAJECTORIES = "trajectories";

const groupMembers = trajectoryGroup.omit({ [TRAJECTORIES]: true });

/** Walks down to `trajectory_groups.0.trajectories`; each trajectory, and each other member, is one piece. */
function enter(path: JsonPath, opening: "{" | "["): boolean {
  const [first, , third] = path;
  if (path.length === 0 || path.length === 2) return opening === "{" && (path.length === 0 || first === GROUPS);
  if (path.length === 1) return opening === "[" && first === GROUPS;
  return path.length === 3 && opening === "[" && first === GROUPS && third === TRAJECTORIES;
}

interface OpenGroup {
  readonly rewards: number[];
  readonly trajectories: ByteRange[];
  readonly members: Record<string, ByteRange>;
  readonly values: Record<string, unknown>;
  hasTrajectories: boolean;
  /** Of its first trajectory. */
  metadata: unknown;
  title: string | null;
}

/**
 * Checks a body of trajectory groups while it arrives, one trajectory at a time, and records the location of each.
 * Faults are collected with their exact paths; after invalid JSON the rest is ignored.
 */
export class BatchReader {
  readonly #pieces = new JsonPieces({ enter, maxValueBytes: MAX_VALUE_BYTES, maxDepth: MAX_DEPTH });
  readonly #schema: z.ZodObject;
  readonly #problems: ValidationItem[] = [];
  readonly #metrics = new SplitMetrics();
  readonly #versions = new MeansByName();
  readonly #versionCounts = new Map<number, number>();
  readonly #answers = new AnswerSums();
  readonly #groups: GroupRecord[] = [];
  readonly #members: Record<string, unknown> = {};
  readonly #texts = new Map<string, string>();
  #group: OpenGroup | null = null;
  #hasGroups = false;
  #isBroken = false;
  #isEmpty = true;
  #trajectoryCount = 0;
  #exceptionCount = 0;

  /** @param schema the whole body; only the members besides `trajectory_groups` are kept in memory */
  constructor(schema: z.ZodObject) {
    this.#schema = schema.omit({ [GROUPS]: true });
  }

  /** @throws JsonValueTooLarge for a trajectory over 32 MiB */
  push(chunk: Uint8Array): void {
    if (chunk.length > 0) this.#isEmpty = false;
    this.#run(() => this.#pieces.push(chunk));
  }

  /** Returns the contents, or the faults. */
  end(): { readonly problems: readonly ValidationItem[] } | { readonly contents: BatchContents } {
    if (this.#isEmpty) return { problems: [{ loc: ["body"], msg: "Field required", type: "missing" }] };
    this.#run(() => this.#pieces.end());
    if (!this.#isBroken) this.#checkMembers();
    if (this.#problems.length > 0) return { problems: this.#problems.slice(0, MAX_PROBLEMS) };
    return {
      contents: {
        groups: this.#groups,
        trajectoryCount: this.#trajectoryCount,
        exceptionCount: this.#exceptionCount,
        metrics: this.#metrics.result(),
        policyVersion: this.#versions.result().version ?? null,
        policyVersions: this.#versionCounts.size === 0 ? null : Object.fromEntries(this.#versionCounts),
        answers: this.#answers.result(),
        members: this.#members,
        memberTexts: this.#texts,
      },
    };
  }

  #run(next: () => readonly JsonPiece[]): void {
    if (this.#isBroken) return;
    try {
      for (const piece of next()) this.#take(piece);
    } catch (error) {
      if (!(error instanceof JsonSyntaxError)) throw error;
      this.#isBroken = true;
      this.#fault(error.path, `The body is not JSON: ${error.message}`, "json_invalid");
    }
  }

  #take(piece: JsonPiece): void {
    const { path } = piece;
    if (piece.kind === "value") this.#takeValue(piece.path, piece.text, [piece.start, piece.end - piece.start]);
    else if (piece.kind === "open") this.#open(path);
    else if (path.length === 2) this.#closeGroup(path);
  }

  #open(path: JsonPath): void {
    if (path.length === 1) this.#hasGroups = true;
    if (path.length === 2) {
      const empty = { hasTrajectories: false, metadata: null, title: null };
      this.#group = { rewards: [], trajectories: [], members: {}, values: {}, ...empty };
    }
    if (path.length === 3 && this.#group) this.#group.hasTrajectories = true;
  }

  #takeValue(path: JsonPath, text: string, range: ByteRange): void {
    const value = parseValue(text, path);
    const [first, , third] = path;
    if (path.length === 4) this.#takeTrajectory(path, value, range);
    else if (path.length === 3) this.#takeGroupMember(path, String(third), value, range);
    else if (path.length === 2) this.#check(trajectoryGroup, value, path);
    else if (path.length === 0) {
      this.#check(this.#schema, value, path);
      this.#isBroken = true;
    } else if (first === GROUPS) {
      this.#hasGroups = true;
      this.#check(z.array(z.unknown()), value, path);
    } else if (Object.hasOwn(this.#schema.shape, String(first))) {
      defineMember(this.#members, String(first), value);
      this.#texts.set(String(first), text);
    }
  }

  #takeTrajectory(path: JsonPath, value: unknown, range: ByteRange): void {
    const checked = this.#check(trajectory, value, path);
    if (!checked || !this.#group) return;
    this.#trajectoryCount += 1;
    if (this.#group.trajectories.length === 0) {
      this.#group.metadata = checked.metadata;
      this.#group.title = groupTitle(checked.messages_and_choices);
    }
    this.#group.rewards.push(checked.reward);
    this.#group.trajectories.push(range);
    this.#metrics.addTrajectory({ reward: checked.reward, metrics: checked.metrics ?? {} });
    this.#versions.add({ version: checked.initial_policy_version });
    this.#countVersion(checked.initial_policy_version);
    this.#answers.add(sampledAnswer(checked.messages_and_choices));
  }

  #countVersion(version: unknown): void {
    if (typeof version !== "number" || !Number.isSafeInteger(version) || version < 0) return;
    this.#versionCounts.set(version, (this.#versionCounts.get(version) ?? 0) + 1);
  }

  #takeGroupMember(path: JsonPath, name: string, value: unknown, range: ByteRange): void {
    if (!this.#group) return;
    if (name === TRAJECTORIES) {
      this.#group.hasTrajectories = true;
      this.#check(z.array(z.unknown()), value, path);
      return;
    }
    defineMember(this.#group.members, name, range);
    if (Object.hasOwn(groupMembers.shape, name)) defineMember(this.#group.values, name, value);
  }

  #closeGroup(path: JsonPath): void {
    const group = this.#group;
    this.#group = null;
    this.#answers.endGroup();
    if (!group) return;
    if (!group.hasTrajectories) this.#fault([...path, TRAJECTORIES], "Field required", "missing");
    const checked = this.#check(groupMembers, group.values, path);
    if (!checked) return;
    const exceptionCount = checked.exceptions?.length ?? 0;
    this.#exceptionCount += exceptionCount;
    this.#metrics.addGroup({ rewards: group.rewards, exceptionCount, metrics: checked.metrics ?? {} });
    const { rewards, trajectories, members, title } = group;
    const label = groupLabel([checked.metadata, group.metadata]);
    this.#groups.push({ exceptionCount, rewards, trajectories, members, label, title });
  }

  #checkMembers(): void {
    this.#check(this.#schema, this.#members, []);
    if (!this.#hasGroups) this.#fault([GROUPS], "Field required", "missing");
  }

  #check<Schema extends z.ZodType>(schema: Schema, value: unknown, path: JsonPath): z.output<Schema> | null {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    for (const { loc, msg, type } of validationItems(result.error, value, "body")) {
      this.#fault([...path, ...loc.slice(1)], msg, type);
    }
    return null;
  }

  #fault(path: JsonPath, msg: string, type: string): void {
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push({ loc: ["body", ...path.map(String)], msg, type });
  }
}

function parseValue(text: string, path: JsonPath): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new JsonSyntaxError(errorMessage(error).slice(0, 200), path);
  }
}

/** Defines a member of any name, including `__proto__`, as an ordinary member. */
function defineMember(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}
