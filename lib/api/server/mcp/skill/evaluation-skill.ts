import { READING_RULES, type Skill } from "./skill";

/** How to find why an evaluation fell. A test follows its recipe on the sample project. */
export const evaluationSkill: Skill = {
  name: "heddle-evaluations",
  subject: "evaluations",
  prompt: "explain_evaluation",
  title: "Find why an evaluation fell",
  description:
    "Find why a score of an LLM evaluation fell, or whether it fell at all, with Heddle through the heddle MCP server: compare runs with intervals, read the examples that got worse, and name the change that caused it. Use when an evaluation, a gate in CI or a benchmark of a model, prompt or agent got worse.",
  body: `# Find why an evaluation fell

An *evaluation run* answers the examples of a dataset, some of them several times (*trials*), and scores each answer. A mean that is
lower is not yet a fall: the number of examples decides whether the data show it.

## Recipe

1. \`evaluations\`: the runs, newest first. Choose the run that fell and the one before it **of the same dataset**.
2. \`evaluations\` with \`run_ids: [EARLIER, LATER]\`, the earlier one first. For each score: the difference with its interval, and a
   verdict. \`lower\` means that the data show a fall. \`no-difference-shown\`, \`too-few-examples\` and
   \`too-few-changes\` mean that they do not: say so, and how many examples there are, instead of looking for a cause. Read \`warnings\`.
3. \`evaluations\` with the same \`run_ids\`, \`show: "worse"\` and \`score: NAME\`: the examples that fell, the worst first, with both answers,
   all their scores and calls. Read ten, and look for what they share: one kind of question, one tool, one format, a text that is
   too long, an answer that is empty. \`show: "errors"\` lists those without an answer, \`show: "better"\` what was won.
4. \`compare\` with \`calls: [EARLIER_CALL, LATER_CALL]\` of one example: what the model was sent, line by line. Is the prompt different, the model,
   a parameter, a tool, or the answer alone?
5. What was changed: \`objects\` with \`object_id\` of the prompt or model, \`version\` and \`compare_with\`; with \`figures: true\`, the scores of
   each version in all calls.
6. A score of a judge may fall because the judge changed. \`read_call\` of two answers: do you agree with it? Compare the
   versions of the scorer with \`objects\`, too.

Then report: which score fell, from what to what with intervals, on how many shared examples; what the examples that fell have in common,
with three of them (call ids and the page's URL); the change that explains it; and what you did not check.

## Trying a fix

\`run_completion\` with the inputs of one example, changed. Then \`start_evaluation\` with another \`prompt_ref\` or \`model\` and \`first_rows\`: its first
answer is a plan with its cost. Both are billed: show the user what would run, and ask first.

${READING_RULES}`,
};
