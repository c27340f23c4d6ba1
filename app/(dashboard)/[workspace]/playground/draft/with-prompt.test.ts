import { describe, expect, it } from "vitest";
import { newMessage } from "./draft";
import { withPrompt } from "./with-prompt";

const system = newMessage("system", "Be brief.");
const asked = newMessage("user", "Can I change my flight?");
const answered = newMessage("assistant", "Yes.");
const prompt = newMessage("system", "You are an airline agent.");
const template = newMessage("user", "Answer {{question}}");

describe("a prompt", () => {
  it("replaces the system message and keeps the conversation", () => {
    expect(withPrompt([system, asked, answered], [prompt])).toEqual({ messages: [prompt, asked, answered], lost: [] });
  });

  it("is put before a conversation without a system message", () => {
    expect(withPrompt([asked], [prompt]).messages).toEqual([prompt, asked]);
  });

  it("brings its other messages where nothing has been written", () => {
    const blank = [newMessage("system"), newMessage("user")];
    expect(withPrompt(blank, [prompt, template])).toEqual({ messages: [prompt, template], lost: [] });
    expect(withPrompt(blank, [prompt]).messages).toEqual([prompt, blank[1]]);
  });

  it("says which of its messages were left out for those that were written", () => {
    const { messages, lost } = withPrompt([system, asked], [prompt, template]);
    expect(messages).toEqual([prompt, asked]);
    expect(lost).toEqual(["1 message of the prompt is not a system message; yours were kept."]);
  });

  it("without a system message changes no instructions", () => {
    expect(withPrompt([system, asked], [template]).messages).toEqual([system, asked]);
  });
});
