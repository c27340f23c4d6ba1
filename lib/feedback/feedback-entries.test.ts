import { describe, expect, it } from "vitest";
import { AGENT_OF, reactionGroups, readFeedback } from "./feedback-entries";

const ME = { id: "user-1", email: "me@x.y" };
const record = (type: string, payload: unknown, more = {}) => ({
  id: `f-${type}`,
  created_at: "2026-11-20T14:30:01.882000Z",
  feedback_type: type,
  payload,
  ...more,
});

describe("feedback", () => {
  it("is distinguished by its type", () => {
    const read = readFeedback(
      [
        record("wandb.reaction.1", { emoji: "👍", alias: ":thumbs_up:" }),
        record("wandb.note.1", { note: "Wrong flight" }),
        record("wandb.annotation.polite", { value: false }, { annotation_ref: "weave:///e/p/object/polite:abc" }),
        record("wandb.runnable.judge", { output: { score: 0.5 } }, { runnable_ref: "weave:///e/p/op/judge:abc" }),
        record("mine", { any: 1 }),
      ],
      ME,
    );
    expect(read).toMatchObject([
      { kind: "reaction", emoji: "👍" },
      { kind: "note", text: "Wrong flight" },
      { kind: "annotation", name: "polite", value: false, ref: "weave:///e/p/object/polite:abc" },
      { kind: "score", name: "judge", value: { score: 0.5 }, ref: "weave:///e/p/op/judge:abc" },
      { kind: "other", type: "mine", value: { any: 1 } },
    ]);
  });

  it("of a known type without its value is shown unchanged", () => {
    expect(readFeedback([record("wandb.note.1", { text: "?" })], ME)).toMatchObject([
      { kind: "other", type: "wandb.note.1", value: { text: "?" } },
    ]);
  });

  it("belongs to the reader by id or by name, and to no one while the reader is unknown", () => {
    const records = [
      record("wandb.note.1", { note: "a" }, { svc_user_id: "user-1" }),
      record("wandb.note.1", { note: "b" }, { svc_user_id: "key", creator: "me@x.y" }),
      record("wandb.note.1", { note: "c" }, { svc_user_id: "key" }),
      record("wandb.note.1", { note: "d" }),
    ];
    expect(readFeedback(records, ME).map(({ isOwn, author }) => [isOwn, author])).toEqual([
      [true, "you"],
      [true, "you"],
      [false, "key"],
      [false, null],
    ]);
    expect(readFeedback(records, undefined).some(({ isOwn }) => isOwn)).toBe(false);
  });

  it("belongs to the reader whose agent wrote it, but names the agent as its author", () => {
    const ofAgent = record("wandb.note.1", { note: "a" }, { svc_user_id: "user-1", creator: `${AGENT_OF}me@x.y` });
    const ofAnother = record("wandb.note.1", { note: "a" }, { svc_user_id: "key", creator: `${AGENT_OF}you@x.y` });
    expect(readFeedback([ofAgent, ofAnother], ME).map(({ isOwn, author }) => [isOwn, author])).toEqual([
      [true, "agent of me@x.y"],
      [false, "agent of you@x.y"],
    ]);
  });
});

describe("reactions", () => {
  it("are counted by emoji with their authors, and the reader's own one can be found", () => {
    const reaction = (emoji: string, id: string, userId: string) =>
      record("wandb.reaction.1", { emoji }, { id, svc_user_id: userId });
    const read = readFeedback(
      [reaction("👍", "1", "user-2"), reaction("🎉", "2", "user-2"), reaction("👍", "3", "user-1")],
      ME,
    );
    expect(reactionGroups(read)).toEqual([
      { emoji: "👍", count: 2, authors: ["user-2", "you"], ownId: "3" },
      { emoji: "🎉", count: 1, authors: ["user-2"], ownId: null },
    ]);
  });
});
