import { isLosslessNumber } from "lossless-json";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { type JsonPathSegments, pathText } from "@/lib/json/value/json-path";
import type { TimeSlicedWork } from "@/lib/scheduling/run-in-time-slices";
import { type LineText, LineTextBuilder, lineTextOf } from "./line-text";

const YIELD_EVERY = 1024;

/** Spaces of the deepest indent. Deeper values use it too, so that depth alone does not make a text large. */
export const MAX_INDENT_DEPTH = 256;

const indents: string[] = [];

function indentOf(depth: number): string {
  indents[depth] ??= "  ".repeat(Math.min(depth, MAX_INDENT_DEPTH / 2));
  return indents[depth];
}

const PLAIN_NAME = /^[A-Za-z_$][\w$-]*$/;

/** A list or an object of which some entries are written. */
interface Frame {
  readonly value: object;
  /** Member names in the order of writing; null for a list. */
  readonly names: readonly string[] | null;
  readonly count: number;
  /** The value at the same path of the other side. */
  readonly like: unknown;
  readonly path: JsonPathSegments;
  readonly closing: string;
  at: number;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null && !isLosslessNumber(value);
}

function memberOf(value: unknown, name: string | number): unknown {
  if (!isContainer(value)) return undefined;
  // Only own members: a member may have the name of a prototype member.
  return Object.hasOwn(value, name) ? (value as Readonly<Record<string | number, unknown>>)[name] : undefined;
}

function leafText(value: unknown): string {
  return isContainer(value) || isLosslessNumber(value) ? stringifyJson(value) : (JSON.stringify(value) ?? "null");
}

function frameOf(value: object, like: unknown, path: JsonPathSegments, closing: string): Frame {
  const names = Array.isArray(value) ? null : namesInOrder(value, like);
  const count = names ? names.length : (value as readonly unknown[]).length;
  return { value, names, count, like, path, closing, at: 0 };
}

/** Members that the other side has too are written in its order, since an object's member order has no meaning. */
function namesInOrder(value: object, like: unknown): readonly string[] {
  const own = Object.keys(value);
  if (!isContainer(like) || Array.isArray(like)) return own;
  const others = Object.keys(like);
  // Nearly always, and then nothing needs reordering.
  if (own.length === others.length && own.every((name, index) => name === others[index])) return own;
  const shared = others.filter((name) => Object.hasOwn(value, name));
  if (shared.length === 0) return own;
  const known = new Set(shared);
  return [...shared, ...own.filter((name) => !known.has(name))];
}

/**
 * Returns a value as lines of indented JSON, plain member names without quotes. Numbers keep their digits. Works in
 * slices, and without recursion, for any size and depth.
 *
 * @param like the other side of a comparison, whose order of members is kept
 */
export function* jsonLines(root: unknown, like?: unknown): TimeSlicedWork<LineText> {
  const lines = new LineTextBuilder();
  const frames: Frame[] = [];
  const open = (value: unknown, other: unknown, path: JsonPathSegments, lead: string, trail: string) => {
    if (!isContainer(value)) {
      lines.push(`${lead}${leafText(value)}${trail}`);
      return;
    }
    const [first, last] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
    const indent = indentOf(frames.length);
    const frame = frameOf(value, other, path, `${indent}${last}${trail}`);
    if (frame.count === 0) lines.push(`${lead}${first}${last}${trail}`);
    else {
      lines.push(`${lead}${first}`);
      frames.push(frame);
    }
  };
  open(root, like, [], "", "");
  for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
    if (lines.length % YIELD_EVERY === 0) yield;
    if (frame.at === frame.count) {
      lines.push(frame.closing);
      frames.pop();
      continue;
    }
    const name = frame.names?.[frame.at] ?? frame.at;
    frame.at += 1;
    const written = typeof name === "number" ? "" : `${PLAIN_NAME.test(name) ? name : JSON.stringify(name)}: `;
    const lead = `${indentOf(frames.length)}${written}`;
    open(memberOf(frame.value, name), memberOf(frame.like, name), [], lead, frame.at < frame.count ? "," : "");
  }
  return lines.finish();
}

/**
 * Returns a value as plain text: each string with its own line breaks under its path, other values next to theirs. A
 * value that is one string is that string.
 */
export function* linesOfText(root: unknown, like?: unknown): TimeSlicedWork<LineText> {
  if (typeof root === "string") return lineTextOf(root.split("\n"));
  const lines = new LineTextBuilder();
  const frames: Frame[] = [];
  const open = (value: unknown, other: unknown, path: JsonPathSegments) => {
    const frame = isContainer(value) ? frameOf(value, other, path, "") : null;
    if (frame && frame.count > 0) {
      frames.push(frame);
      return;
    }
    const text = typeof value === "string" ? value : stringifyJson(value);
    if (!text.includes("\n")) lines.push(`${pathText(path)}: ${text}`);
    else {
      lines.push(`${pathText(path)}:`);
      for (const line of text.split("\n")) lines.push(line);
    }
  };
  open(root, like, []);
  for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
    if (lines.length % YIELD_EVERY === 0) yield;
    if (frame.at === frame.count) {
      frames.pop();
      continue;
    }
    const name = frame.names?.[frame.at] ?? frame.at;
    frame.at += 1;
    open(memberOf(frame.value, name), memberOf(frame.like, name), [...frame.path, name]);
  }
  return lines.finish();
}
