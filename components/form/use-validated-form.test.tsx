// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { RequestFailure } from "@/lib/api/client/request-failure";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { useValidatedForm } from "./use-validated-form";

const schema = z.strictObject({
  name: z.string().trim().min(1, { error: "Enter a name" }),
  tags: z
    .string()
    .transform((text) => text.split(","))
    .pipe(z.array(z.string().min(2, { error: "Too short" }))),
  region: z.string().max(2, { error: "Two letters" }),
});

type Send = Parameters<
  ReturnType<typeof useValidatedForm<"name", z.input<typeof schema>, z.output<typeof schema>>>["submit"]
>[0];

const FIELDS = ["name", "tags"] as const;

function Example({
  send,
  region = "eu",
  reValidateMode,
}: {
  send: Send;
  region?: string;
  reValidateMode?: "onChange";
}) {
  const { form, errors, others, change, submit } = useValidatedForm({
    schema,
    defaultValues: { name: "", tags: "ab", region },
    fields: FIELDS,
    ...(reValidateMode ? { reValidateMode } : {}),
  });
  return (
    <form onSubmit={submit(send)}>
      {FIELDS.map((field) => (
        <label key={field}>
          {field}
          <input {...form.register(field)} />
          <output data-testid={field}>{errors[field]}</output>
        </label>
      ))}
      <output data-testid="others">{others.join("|")}</output>
      <button type="button" onClick={() => change({ name: "Mia", region: "us" })}>
        Fill
      </button>
      <button type="submit">Send</button>
    </form>
  );
}

const failure = (detail: ServiceFailure["detail"]) =>
  new RequestFailure({
    kind: "validation",
    message: "The request was refused.",
    requestId: "r1",
    operation: "connections.create",
    ...(detail ? { detail } : {}),
  });

const refusing = (detail: ServiceFailure["detail"]) => vi.fn<Send>((_request, { onError }) => onError(failure(detail)));

const press = () => userEvent.click(screen.getByRole("button", { name: "Send" }));
const text = (id: string) => screen.getByTestId(id).textContent;

afterEach(cleanup);

describe("a validated form", () => {
  it("sends what the schema makes of the values", async () => {
    const send = vi.fn<Send>();
    render(<Example send={send} />);
    await userEvent.type(screen.getByLabelText("name"), " Ines ");
    await userEvent.type(screen.getByLabelText("tags"), ",cd");
    await press();
    await waitFor(() => expect(send.mock.calls[0]?.[0]).toEqual({ name: "Ines", tags: ["ab", "cd"], region: "eu" }));
  });

  it("shows the schema's messages at their fields, and sends nothing", async () => {
    const send = vi.fn<Send>();
    render(<Example send={send} />);
    await userEvent.type(screen.getByLabelText("tags"), ",c");
    await press();
    await waitFor(() => expect(text("name")).toBe("Enter a name"));
    expect(text("tags")).toBe("Too short");
    expect(text("others")).toBe("");
    expect(send).not.toHaveBeenCalled();
  });

  it("leaves the focus where it was", async () => {
    render(<Example send={vi.fn()} />);
    await press();
    await waitFor(() => expect(text("name")).toBe("Enter a name"));
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Send" }));
  });

  it("shows a message of the schema without a field together with its path", async () => {
    render(<Example send={vi.fn()} region="europe" />);
    await press();
    await waitFor(() => expect(text("others")).toBe("region: Two letters"));
  });

  it("shows the first message of the service for each field, and all others", async () => {
    const send = refusing([
      { loc: ["body", "name"], msg: "Name is taken", type: "taken" },
      { loc: ["body", "name"], msg: "Name is long", type: "long" },
      { loc: ["body", "tags", "1"], msg: "Unknown tag", type: "unknown" },
      { loc: ["body", "region"], msg: "Closed", type: "closed" },
      { loc: ["body"], msg: "Try later", type: "busy" },
    ]);
    render(<Example send={send} />);
    await userEvent.type(screen.getByLabelText("name"), "Ines");
    await press();
    await waitFor(() => expect(text("name")).toBe("Name is taken"));
    expect(text("tags")).toBe("Unknown tag");
    expect(text("others")).toBe("region: Closed|Try later");
  });

  it("shows a failure without details", async () => {
    render(<Example send={refusing(undefined)} />);
    await userEvent.type(screen.getByLabelText("name"), "Ines");
    await press();
    await waitFor(() => expect(text("others")).toBe("The request was refused."));
  });

  it("keeps a message until the next submit, which sends again", async () => {
    const send = refusing([
      { loc: ["body", "name"], msg: "Name is taken", type: "taken" },
      { loc: ["body"], msg: "Try later", type: "busy" },
    ]);
    render(<Example send={send} />);
    await userEvent.type(screen.getByLabelText("name"), "Ines");
    await press();
    await waitFor(() => expect(text("name")).toBe("Name is taken"));
    await userEvent.type(screen.getByLabelText("name"), "2");
    expect(text("name")).toBe("Name is taken");
    send.mockImplementation(() => undefined);
    await press();
    await waitFor(() => expect(text("name")).toBe(""));
    expect(text("others")).toBe("");
    expect(send).toHaveBeenCalledTimes(2);
  });

  it("checks a field as it changes after the first submit if asked to", async () => {
    render(<Example send={vi.fn()} reValidateMode="onChange" />);
    await press();
    await waitFor(() => expect(text("name")).toBe("Enter a name"));
    fireEvent.change(screen.getByLabelText("name"), { target: { value: "Ines" } });
    await waitFor(() => expect(text("name")).toBe(""));
  });

  it("sends values that were changed together, also those without a control", async () => {
    const send = vi.fn<Send>();
    render(<Example send={send} reValidateMode="onChange" />);
    await press();
    await waitFor(() => expect(text("name")).toBe("Enter a name"));
    await userEvent.click(screen.getByRole("button", { name: "Fill" }));
    await waitFor(() => expect(text("name")).toBe(""));
    await press();
    await waitFor(() => expect(send.mock.calls[0]?.[0]).toEqual({ name: "Mia", tags: ["ab"], region: "us" }));
  });
});
