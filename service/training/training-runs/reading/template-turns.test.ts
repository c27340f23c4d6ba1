import { describe, expect, it } from "vitest";
import { templateTurns, withoutTemplate } from "./template-turns";

const turns = (...contents: readonly (readonly [role: string, content: string])[]) =>
  contents.map(([role, content]) => ({ role, content }));

const SHORT = turns(["system", "Be brief."], ["user", "1 + 1?"]);

describe("the turns of a prompt", () => {
  it.each([
    ["ChatML", "<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\n1 + 1?<|im_end|>\n<|im_start|>assistant\n"],
    [
      "Llama 3",
      "<|begin_of_text|><|start_header_id|>system<|end_header_id|>\n\nBe brief.<|eot_id|><|start_header_id|>user<|end_header_id|>\n\n1 + 1?<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n",
    ],
    ["Mistral", "<s>[SYSTEM_PROMPT]Be brief.[/SYSTEM_PROMPT][INST]1 + 1?[/INST]"],
    ["Llama 2", "<s>[INST] <<SYS>>\nBe brief.\n<</SYS>>\n\n1 + 1? [/INST]"],
    ["ChatML without marks", "system\nBe brief.\nuser\n1 + 1?\nassistant\n"],
  ])("are those of %s", (_name, text) => {
    expect(templateTurns(text)).toEqual(SHORT);
  });

  it("of Gemma have its roles, and earlier answers are turns", () => {
    const text =
      "<bos><start_of_turn>user\nHi<end_of_turn>\n<start_of_turn>model\nHello<end_of_turn>\n<start_of_turn>user\n1 + 1?<end_of_turn>\n<start_of_turn>model\n";
    expect(templateTurns(text)).toEqual(turns(["user", "Hi"], ["assistant", "Hello"], ["user", "1 + 1?"]));
    const mistral = "<s>[INST] Hi [/INST] Hello</s>[INST] 1 + 1? [/INST]";
    expect(templateTurns(mistral)).toEqual(turns(["user", "Hi"], ["assistant", "Hello"], ["user", "1 + 1?"]));
  });

  it("keep a begun answer", () => {
    expect(templateTurns("<|im_start|>user\n1 + 1?<|im_end|>\n<|im_start|>assistant\n<think>\n")).toEqual(
      turns(["user", "1 + 1?"], ["assistant", "<think>"]),
    );
  });

  it("are none in other texts, also in texts about templates", () => {
    for (const text of [
      "",
      "1 + 1?",
      "What does <|im_start|>user mean?",
      "Explain [INST] and [/INST].",
      "user\nlists users",
      "assistant\nuser\nassistant\n",
      "user\na\nuser\nb\nassistant\n",
    ])
      expect([text, templateTurns(text)]).toEqual([text, null]);
  });
});

describe("an answer", () => {
  it("loses the marks at its end, and nothing else", () => {
    expect(withoutTemplate("2<|im_end|>\n")).toBe("2");
    expect(withoutTemplate("2</s>")).toBe("2");
    expect(withoutTemplate("  2 \n")).toBe("  2 \n");
    expect(withoutTemplate("The mark <|im_end|> ends a turn.")).toBe("The mark <|im_end|> ends a turn.");
  });

  it("of several turns has each below its role", () => {
    const text =
      "call()<|im_end|>\n<|im_start|>tool\n42<|im_end|>\n<|im_start|>assistant\nIt is 42.<|im_end|><|endoftext|>";
    expect(withoutTemplate(text)).toBe("assistant:\ncall()\n\ntool:\n42\n\nassistant:\nIt is 42.");
  });
});
