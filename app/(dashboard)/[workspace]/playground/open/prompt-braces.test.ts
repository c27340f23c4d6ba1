import fc from "fast-check";
import { expect, it } from "vitest";
import { fillText } from "@/app/(dashboard)/[workspace]/playground/draft/prompt-variables";
import { fillPromptText } from "@/lib/api/contract/objects/prompt-template";
import { formText, storedText } from "./prompt-braces";

it.each([
  ["Hi {{name}}", "Hi {name}"],
  ["Hi {{ name }}", "Hi {name}"],
  ['{"a": 1}', '{{"a": 1}}'],
  ["{{{name}}}", "{{{name}}}"],
  ["{name} {{not a name}}", "{{name}} {{{{not a name}}}}"],
])("%s is stored as %s", (text, stored) => {
  expect(storedText(text)).toBe(stored);
});

const texts = fc.array(fc.constantFrom("{", "}", "{{a}}", "{{b}}", "{a}", " ", "x")).map((parts) => parts.join(""));

it("a stored text reads back as it was, and stores as the same text again", () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(formText(storedText(text))).toBe(text);
      expect(storedText(formText(storedText(text)))).toBe(storedText(text));
    }),
  );
});

it("a stored text is filled in by the service as the form fills in its own", () => {
  const values = { a: "1", b: "2" };
  fc.assert(
    fc.property(texts, (text) => {
      expect(fillPromptText(storedText(text), values)).toBe(fillText(text, values));
    }),
  );
});
