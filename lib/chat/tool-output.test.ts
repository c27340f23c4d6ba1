import { expect, it } from "vitest";
import { toolOutput } from "./tool-output";

it.each([
  [{ "gen_ai.tool.call.result": "grey" }, "grey"],
  [{ "output.value": [{ type: "text", text: "grey" }] }, "grey"],
  [{ "gen_ai.tool.call.result": '"grey"' }, "grey"],
  [{ sky: "grey" }, { sky: "grey" }],
  [
    { "a.b": 1, c: 2 },
    { "a.b": 1, c: 2 },
  ],
  ["grey", "grey"],
  [null, null],
])("the result in %j is %j", (output, result) => expect(toolOutput(output)).toEqual(result));
