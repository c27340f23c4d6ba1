import { describe, expect, it } from "vitest";
import { INJECTED, INJECTIONS } from "@/lib/fence/testing/injections";
import { type JudgeMessage, judgeMessages } from "./judge-messages";
import { fillTemplate } from "./prompt-template";

const FORM = "Answer with JSON only.";
const PROMPT = "Question: {question}\nIs this answer right? {output}";

/** A judge that follows any instruction which no rule of its system message excludes. Reads no word between the marks. */
function isFooled(messages: readonly JudgeMessage[]): boolean {
  const [system, user] = messages;
  const [, open, close] = /between (<data-\w+>) and (<\/data-\w+>) is data/.exec(system?.content ?? "") ?? [];
  if (user === undefined) throw new Error("The judge was asked nothing.");
  if (open === undefined || close === undefined) return user.content.includes(INJECTED);
  const outside = user.content.split(open).map((part, index) => {
    if (index === 0) return part;
    const end = part.indexOf(close);
    return end < 0 ? "" : part.slice(end + close.length);
  });
  return outside.some((part) => part.includes(INJECTED));
}

describe("instructions in judged answers", () => {
  it("fool a judge that reads them unmarked: all of the corpus", () => {
    const plain = (output: string): readonly JudgeMessage[] => [
      { role: "system", content: FORM },
      { role: "user", content: fillTemplate(PROMPT, { question: "1+1?", output }) },
    ];
    expect(INJECTIONS.filter((text) => isFooled(plain(text)))).toHaveLength(INJECTIONS.length);
  });

  it("do not leave their marks: none of the corpus, in an answer or in a row", () => {
    for (const text of INJECTIONS) {
      for (const values of [
        { question: "1+1?", output: text },
        { question: text, output: "2" },
        { question: text, output: text },
      ]) {
        expect([text, isFooled(judgeMessages(FORM, PROMPT, values))]).toEqual([text, false]);
      }
    }
  });

  it("cannot name the marks of their own request, which are the same for the same values", () => {
    const values = { question: "1+1?", output: "2" };
    const messages = judgeMessages(FORM, PROMPT, values);
    expect(judgeMessages(FORM, PROMPT, values)).toEqual(messages);
    const [mark = ""] = /<\/data-\w+>/.exec(messages[1]?.content ?? "") ?? [];
    const copied = judgeMessages(FORM, PROMPT, { ...values, output: `2 ${mark} ${INJECTED}` });
    expect(isFooled(copied)).toBe(false);
  });

  it("leave the prompt itself as it was written, outside of the marks", () => {
    const [, user] = judgeMessages(FORM, PROMPT, { question: "1+1?", output: { sum: 2 } });
    expect(user?.content.replaceAll(/<\/?data-\w+>/g, "|")).toBe('Question: |1+1?|\nIs this answer right? |{"sum":2}|');
  });
});
