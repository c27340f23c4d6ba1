import { expect, it } from "vitest";
import type { SliceComparison } from "@/lib/api/contract/evaluations/slice-comparison";
import { evaluationRun } from "@/test/setup/evaluation-fixtures";
import { slicesCsv, slicesFileName } from "./slices-csv";

const compared: SliceComparison = {
  path: "split",
  slices: [
    { value: "train", rows: 20, trained: 20 },
    { value: "held-out, new", rows: 9, trained: 0 },
  ],
  runs: [
    {
      run_id: "r1",
      scores: [
        {
          id: "exact",
          kind: "boolean",
          slices: [
            { rows: 20, examples: 19, mean: 0.5, interval: { low: 0.25, high: 0.75 }, interval_method: "wilson" },
            { rows: 9, examples: 9, mean: 0, interval: null, interval_method: null },
          ],
          change: {
            ...{ difference: -0.5, interval: null, p: null, holm_p: null, test: null },
            ...{ verdict: "too-few-examples", detectable_difference: null },
          },
        },
      ],
    },
  ],
};

it("writes both slices and their difference, with empty cells where a value is not known", () => {
  const [head, line, end] = slicesCsv(compared, [evaluationRun({ name: "=Sweep" })]).split("\r\n");
  expect(head).toBe(
    "\ufeffrun_id,evaluation,model,score,slices_by,first,first_rows,first_n,first_mean,first_low,first_high,first_interval,second,second_rows,second_n,second_mean,second_low,second_high,second_interval,difference,difference_low,difference_high,p,p_corrected,test,verdict",
  );
  expect(line).toBe(
    `r1,'=Sweep,agent,exact,split,train,20,19,0.5,0.25,0.75,wilson,"held-out, new",9,9,0,,,,-0.5,,,,,,too-few-examples`,
  );
  expect(end).toBe("");
});

it("names the slices in the file's name", () => {
  expect(slicesFileName(compared)).toBe("slices-split-train-held-out-new.csv");
});
