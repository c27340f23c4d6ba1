import { z } from "zod";

/** A schema of values that a function checks: `errorsOf` returns the message of each wrong field. */
export function formSchema<Values extends object>(
  errorsOf: (values: Values) => Partial<Record<keyof Values, string>>,
): z.ZodType<Values, Values> {
  return z.custom<Values>().superRefine((values, context) => {
    for (const [field, message] of Object.entries(errorsOf(values))) {
      if (typeof message === "string") context.addIssue({ code: "custom", path: [field], message });
    }
  });
}
