import { createHash } from "node:crypto";
import { dataFence } from "@/lib/fence/data-fence";
import { fillTemplate } from "./prompt-template";

/** A message to the model of a judge. */
export interface JudgeMessage {
  readonly role: "system" | "user";
  readonly content: string;
}

/**
 * Returns the messages of a judge: the form of its answer, and the prompt with all values between marks. What a judged answer or
 * a row says cannot end the marks, whose id is a digest of it: the same values give the same messages.
 *
 * @param form of the answer, which also models without structured answers follow
 * @throws TemplateError
 */
export function judgeMessages(
  form: string,
  prompt: string,
  values: Readonly<Record<string, unknown>>,
): readonly JudgeMessage[] {
  const id = createHash("sha256").update(JSON.stringify(values)).digest("hex").slice(0, 16);
  const fence = dataFence(id);
  const content = fillTemplate(prompt, values, (text) => `${fence.open}${text}${fence.close}`);
  return [
    { role: "system", content: `${form}\n${fence.rule}` },
    { role: "user", content },
  ];
}
