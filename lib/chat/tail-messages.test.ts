import { expect, it } from "vitest";
import { messageText } from "./chat-message";
import { messagesInTail } from "./tail-messages";

const textsIn = (tail: string) => messagesInTail(tail).map((message) => `${message.role}: ${messageText(message)}`);

it("finds complete messages behind one that is cut, whatever wraps them", () => {
  const tail = `ut off"}]},{"role":"user","parts":[{"type":"text","content":"One {\\"role\\":1}"}]},
    {"message":{"role":"assistant","content":"Two"}}],"tools":[{"type":"function","function":{"name":"f"}}]}`;
  expect(textsIn(tail)).toEqual(['user: One {"role":1}', "assistant: Two"]);
});

it.each([[""], ["plain text"], ['{"role":"user","content":"not clos'], ['[{"id":1},{"id":2}]'], ["{".repeat(5000)]])(
  "finds none in %j",
  (tail) => expect(textsIn(tail)).toEqual([]),
);
