import { expect, test } from "vitest";
import { nothingChosen } from "@/app/(dashboard)/[workspace]/training/new/draft/draft-choices";
import type { SourcePart } from "@/app/(dashboard)/[workspace]/training/new/draft/draft-source";
import { defaultTarget } from "@/app/(dashboard)/[workspace]/training/new/draft/target-choices";
import { DraftSaver, type DraftWriter } from "./draft-saver";
import type { StoredDraft } from "./draft-store";

const choices = { ...nothingChosen, ...defaultTarget, edits: [], out: [], moves: [] };
const part: SourcePart = { rows: [], groups: [], problems: [] };
const source = { id: "a", name: "a.jsonl", isWhole: true, failure: null };

/** Records requests, and rejects writes of one kind. */
class Place implements DraftWriter {
  readonly asked: string[] = [];
  draft: StoredDraft | null = null;

  constructor(readonly refused: string | null = null) {}

  async #take(name: string, text: string): Promise<void> {
    this.asked.push(text);
    if (name === this.refused) throw new DOMException("full", "QuotaExceededError");
  }

  putPart = (id: string, number: number) => this.#take("putPart", `part ${id} ${number}`);
  removeSource = (id: string) => this.#take("removeSource", `remove ${id}`);
  clear = () => this.#take("clear", "clear");
  putDraft = async (draft: StoredDraft) => {
    await this.#take("putDraft", "draft");
    this.draft = draft;
  };
}

const untilNotified = (keeper: DraftSaver) =>
  new Promise<void>((resolve) => {
    keeper.subscribe(() => resolve());
  });

async function untilDraft(keeper: DraftSaver, address: Place): Promise<void> {
  while (address.draft === null) await untilNotified(keeper);
}

test("writes a draft after the parts that it names, and only the last of several", async () => {
  const address = new Place();
  const keeper = new DraftSaver(address);
  keeper.addPart("a", part);
  keeper.setDraft([{ ...source, isWhole: false }], choices);
  keeper.addPart("a", part);
  keeper.setDraft([source], choices);
  keeper.addPart("b", part);
  await untilDraft(keeper, address);
  expect(address.asked.slice(0, 3)).toEqual(["part a 0", "part a 1", "draft"]);
  expect(address.draft?.sources).toEqual([{ ...source, partCount: 2 }]);
});

test("drops queued writes when a draft is discarded", async () => {
  const address = new Place();
  const keeper = new DraftSaver(address);
  keeper.addPart("a", part);
  keeper.setDraft([source], choices);
  await keeper.discard();
  expect(address.asked).toEqual(["part a 0", "clear"]);
});

test("numbers parts after those of an earlier visit and stores their count", async () => {
  const address = new Place();
  const keeper = new DraftSaver(address, new Map([["a", [part, part]]]));
  keeper.addPart("a", part);
  keeper.addPart("b", part);
  keeper.setDraft([source, { ...source, id: "b" }], choices);
  await untilDraft(keeper, address);
  expect(address.asked.slice(0, 2)).toEqual(["part a 2", "part b 0"]);
  expect(address.draft?.sources.map(({ partCount }) => partCount)).toEqual([3, 1]);
  expect(keeper.getState().isStored).toBe(true);
});

test("stops saving after a failed write and reports it", async () => {
  const address = new Place("putPart");
  const keeper = new DraftSaver(address);
  const reported = untilNotified(keeper);
  keeper.addPart("a", part);
  keeper.setDraft([source], choices);
  await reported;
  await keeper.discard();
  expect(keeper.getState()).toEqual({ isStored: false, savedAtMs: null });
  expect(address.asked).toEqual(["part a 0", "clear"]);
  expect(address.draft).toBeNull();
});

test("reports a draft as saved once nothing of it waits to be written", async () => {
  const keeper = new DraftSaver(new Place());
  const reported: boolean[] = [];
  keeper.subscribe(({ savedAtMs }) => reported.push(savedAtMs !== null));
  keeper.addPart("a", part);
  keeper.addPart("a", part);
  keeper.setDraft([source], choices);
  await untilNotified(keeper);
  expect(reported).toEqual([true]);
  keeper.setDraft([source], choices);
  expect(keeper.getState().savedAtMs).toBeNull();
  await untilNotified(keeper);
  expect(reported).toEqual([true, false, true]);
});

test("saves nothing without a database and reports it", async () => {
  const keeper = new DraftSaver(null);
  keeper.addPart("a", part);
  await keeper.discard();
  expect(keeper.getState().isStored).toBe(false);
});
