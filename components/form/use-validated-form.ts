import { zodResolver } from "@hookform/resolvers/zod";
import { type DefaultValues, type FieldValues, type Path, type PathValue, useForm } from "react-hook-form";
import type { z } from "zod";
import { failureOf } from "@/lib/api/client/request-failure";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { fieldErrors, locationPath, otherErrors } from "@/lib/failure/field-errors";

/** The messages of a refused request: those of a field by its path, and those without a field. */
interface FormErrors {
  readonly fields: Readonly<Record<string, string | undefined>>;
  readonly others: readonly string[];
}

interface ValidatedFormOptions<Name extends string, Values extends FieldValues, Request> {
  /**
   * Turns what was entered into the request, or says why it cannot. react-hook-form copies the request by assignment:
   * one with members that a user names (`__proto__`) is built from the values when they are sent.
   */
  readonly schema: z.ZodType<Request, Values>;
  readonly defaultValues: DefaultValues<Values>;
  /** Paths of the request or of the form that have a place for a message. It also shows the messages of list items. */
  readonly fields: readonly Name[];
  /** Finds the field of each message of the service; by default `loc` names it. */
  readonly findFields?: (failure: ServiceFailure) => FormErrors;
  /** `onChange` checks a field again when it changes after the first submit; `onSubmit` keeps its message until then. */
  readonly reValidateMode?: "onChange" | "onSubmit";
}

type Send<Request> = (request: Request, options: { onError: (error: unknown) => void }) => void;

/** Returns the messages in react-hook-form's nested errors, each with its path, as {@link locationPath} writes it. */
function messagesIn(errors: object, parents: readonly string[] = []): [path: string, message: string][] {
  return Object.entries(errors).flatMap(([key, error]): [string, string][] => {
    if (typeof error !== "object" || error === null) return [];
    const loc = [...parents, key];
    return "type" in error && "message" in error && typeof error.message === "string"
      ? [[locationPath(["body", ...loc]), error.message]]
      : messagesIn(error, loc);
  });
}

function fieldAt<Name extends string>(fields: readonly Name[], path: string): Name | undefined {
  return fields.find((field) => path === field || path.startsWith(`${field}[`));
}

/** A form whose values and messages are held by react-hook-form, checked with the schema of its request. */
export function useValidatedForm<Name extends string, Values extends FieldValues, Request>({
  schema,
  defaultValues,
  fields,
  findFields,
  reValidateMode = "onSubmit",
}: ValidatedFormOptions<Name, Values, Request>) {
  const form = useForm<Values, unknown, Request>({
    resolver: zodResolver<Values, unknown, Request>(schema),
    defaultValues,
    reValidateMode,
    // Each message is an alert; the focus stays on the button.
    shouldFocusError: false,
  });
  const { isSubmitted } = form.formState;
  const errors: Partial<Record<Name, string>> = {};
  const others: string[] = [];
  for (const [path, message] of messagesIn(form.formState.errors)) {
    const name = fieldAt(fields, path);
    if (name !== undefined) errors[name] ??= message;
    else others.push(path.startsWith("root") ? message : `${path}: ${message}`);
  }
  const findByLocation = (failure: ServiceFailure): FormErrors => {
    const paths = (failure.detail ?? []).map(({ loc }) => locationPath(loc));
    const known = paths.filter((path) => fieldAt(fields, path) !== undefined);
    return { fields: fieldErrors(failure, known), others: otherErrors(failure, known) };
  };
  const showFailure = (error: unknown) => {
    const refused = (findFields ?? findByLocation)(failureOf(error));
    for (const [path, message] of Object.entries(refused.fields)) {
      if (message !== undefined) form.setError(path as Path<Values>, { type: "service", message });
    }
    refused.others.forEach((message, index) => {
      form.setError(`root.${index}`, { type: "service", message });
    });
  };
  const change = (changes: Partial<Values>) => {
    for (const [name, value] of Object.entries(changes)) {
      form.setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>, {
        shouldValidate: reValidateMode === "onChange" && isSubmitted,
      });
    }
  };
  return {
    form,
    /** Changes values that no control of the form registered, or several at once. */
    change,
    /** The message of each field. */
    errors,
    /** The messages that belong to no field. */
    others,
    /** Handles a submit: sends a valid request, and shows why it was refused. */
    submit: (send: Send<Request>) => form.handleSubmit((request) => send(request, { onError: showFailure })),
  };
}
