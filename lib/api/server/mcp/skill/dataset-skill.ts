import { READING_RULES, type Skill } from "./skill";

/** How to make a dataset of calls. A test follows its recipe on the sample project. */
export const datasetSkill: Skill = {
  name: "heddle-datasets",
  subject: "datasets",
  prompt: "make_dataset",
  title: "Make a dataset of calls",
  description:
    "Make or extend a dataset for evaluations or training from logged LLM calls, with Heddle through the heddle MCP server: choose calls, take columns from them by path, label them, and add them after the user has seen a plan. Use when asked for test cases, an evaluation set, examples of failures, or training data from production traces.",
  body: `# Make a dataset of calls

A *dataset* is an object with versions; each has a table of rows. Rows are added as a new version: earlier ones stay, and evaluations that
name them do not change. Writing needs a key with write access, and a plan that the user has seen.

## Recipe

1. Ask what the dataset is for. An evaluation needs what the program received, and where it is known the expected answer. A set of failures
   alone measures only failures: offer to add as many calls that went well.
2. \`objects\` with \`kind: "dataset"\`: is there one to extend? \`objects\` with \`rows_of: "NAME:latest"\` and \`limit: 3\` shows its columns: use the
   same names.
3. \`find_calls\` for the calls: \`status:error\`, \`score.NAME:<0.5\`, \`op:NAME\`, with \`source:production\`. The call to take is the one whose
   inputs are the question: the turn or the agent, rarely the request to the model. Take different cases, not fifty of one.
4. \`read_call\` of one of them: the paths of the columns, such as \`inputs.message\` or \`output.answer\`. A path that many calls lack makes rows
   without that column; the plan says how many.
5. \`write\` with \`rows: { dataset, call_ids, columns }\`, at most 100 calls at a time. \`columns\` has a path for each name:
   \`{"question": "inputs.message", "call": "id"}\`. Keep \`"call": "id"\`, so that a row leads back to its trace. The payloads go from the
   calls to the table without passing through you.
6. Show the plan to the user: how many rows, which columns, the first three. Only when they agree, call \`write\` again with the same
   inputs and \`plan\`.
7. \`objects\` with \`rows_of: "NAME:latest"\`: read what was written.

## Expected answers

The answer that a program gave is not the expected one. Where people corrected it (\`feedback\` in \`read_call\`), write \`rows\` with that text
instead of \`call_ids\`. Do not invent expected answers unless the user asks for a draft; then add a column \`draft\` with the value true.

## Labels

\`write\` with \`scores: { name, values }\` labels calls, a text for each: \`{"call_id": …, "value": "refund"}\`. The score is called \`agent.NAME\`, so that
it stays apart from those of people; \`find_calls\` with \`score.agent.NAME:refund\` finds them.

${READING_RULES}`,
};
